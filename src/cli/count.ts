import type { Command } from './command';
import { fitInput } from './fitInput';
import { readInput } from './input';
import { openEngine } from './openEngine';
import { readRequestSettings, requestOptions } from './options';
import { budgetReport, ledgerReport } from './report';
import { jsonDocument, table } from './table';

/** `throughline count`: what the whole conversation, sent as one request, would hold. */
export const count: Command = {
  name: 'count',
  summary: 'Count the tokens of a request, by category.',
  options: requestOptions,
  async run(values, terminal) {
    const settings = readRequestSettings(values);
    const transcript = await readInput(values, terminal);
    const { engine, model } = openEngine(undefined, settings.encoding, terminal);
    try {
      const input = fitInput(transcript, settings, { policy: 'checkpoint', archive: false }, model, 'count');
      const { ledger, budget, repairs } = await engine.fit({ ...input, trigger: 'measure' });
      const { total, replyReserve, method, uncertainty } = ledger;
      const report = {
        messages: transcript.messages.length,
        total,
        ...budgetReport(budget),
        ledger: ledger.categories,
        replyReserve,
        method,
        uncertainty,
        repairs,
      };
      terminal.out(values['json'] === true ? jsonDocument(report) : table(ledgerReport(ledger, budget)));
      return 0;
    } finally {
      await engine.dispose();
    }
  },
};
