import * as vscode from 'vscode';
import type { LastRequests } from '../chat/lastRequests';
import { commandIds } from '../ids';
import { budgetText } from './budgetText';

const backgrounds: Partial<Record<string, string>> = {
  soft: 'statusBarItem.warningBackground',
  over: 'statusBarItem.errorBackground',
};

/** A fit that ends within this time shows no spinner: it would only flicker. */
const spinnerDelayMs = 200;

/** The status-bar indicator: the last request against its budget. A click opens the Context view. */
export function registerBudgetItem(lastRequests: LastRequests): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('throughline.budget', vscode.StatusBarAlignment.Right, 100);
  let spinner: ReturnType<typeof setTimeout> | undefined;
  item.name = 'Throughline';
  item.command = commandIds.openContextView;

  function render(isWorking: boolean): void {
    const { text, tooltip, label, level } = budgetText(lastRequests.current, isWorking);
    const markdown = new vscode.MarkdownString(tooltip);
    markdown.isTrusted = { enabledCommands: Object.values(commandIds) };
    const background = backgrounds[level];
    item.text = text;
    item.tooltip = markdown;
    item.accessibilityInformation = { label, role: 'button' };
    item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(background);
  }

  function update(): void {
    clearTimeout(spinner);
    render(false);
    if (lastRequests.isWorking)
      spinner = setTimeout(() => {
        render(true);
      }, spinnerDelayMs);
  }

  const subscription = lastRequests.onDidChange(update);
  update();
  item.show();
  return vscode.Disposable.from(
    item,
    subscription,
    new vscode.Disposable(() => {
      clearTimeout(spinner);
    }),
  );
}
