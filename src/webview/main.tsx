import { render } from 'preact';
import { App } from './app';
import type { KeptState } from './hostChannel';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const editor = acquireVsCodeApi();

render(
  <App
    host={{
      post: (message) => {
        editor.postMessage(message);
      },
      load: () => editor.getState() as KeptState | undefined,
      save: (state) => {
        editor.setState(state);
      },
    }}
  />,
  document.body,
);
