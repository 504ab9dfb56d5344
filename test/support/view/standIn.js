/* Runs in the page before its own script: the editor's API, and `viewTheme` as the editor sets a theme. Plain JavaScript,
   because what a compiler adds to a function is not there in the page. */
const { document, sessionStorage, viewTheme, toHost } = globalThis;

globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => void toHost(message),
  getState: () => JSON.parse(sessionStorage.getItem('kept') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('kept', JSON.stringify(state)),
});

document.addEventListener('DOMContentLoaded', () => {
  document.body.classList.add(viewTheme.bodyClass);
  for (const [name, value] of Object.entries(viewTheme.variables))
    document.documentElement.style.setProperty(`--vscode-${name}`, value);
  document.body.style.background = viewTheme.variables['sideBar-background'];
});
