import type { FitOutcome } from '../core/compaction/outcome';
import type { Transcript } from '../core/transcripts/transcript';
import type { Command, ExitCode } from './command';
import { conversationIdOf } from './conversationId';
import { fitInput } from './fitInput';
import { readInput } from './input';
import { openEngine } from './openEngine';
import { compactionOptions, readFitOptions } from './options';
import { beforeAndAfter, budgetReport, ledgerReport, reasonOf } from './report';
import { sentMessages } from './sentMessages';
import { jsonDocument, table } from './table';

/** `throughline compact`: fits one request, the whole conversation with its last user message as the current one. */
export const compact: Command = {
  name: 'compact',
  summary: 'Fit a conversation into a window, as one request.',
  options: compactionOptions,
  async run(values, terminal) {
    const { settings, compaction, named, folder } = readFitOptions(values);
    const transcript = await readInput(values, terminal);
    const conversation = named ?? conversationIdOf(transcript);
    const { engine, requireWritable, model } = openEngine(folder, settings.encoding, terminal);
    try {
      await requireWritable(conversation);
      const outcome = await engine.fit(fitInput(transcript, settings, compaction, model, conversation));
      for (const warning of outcome.warnings) terminal.err(`throughline: ${warning}\n`);
      const isStored = 'boundary' in outcome && outcome.boundary !== undefined;
      if (folder !== undefined && isStored)
        terminal.err(`throughline: this is conversation ${conversation} of ${folder}\n`);
      terminal.out(values['json'] === true ? jsonDocument(documentOf(outcome, transcript)) : forPeople(outcome));
      return exitCodeOf(outcome);
    } finally {
      await engine.dispose();
    }
  },
};

function documentOf(outcome: FitOutcome, transcript: Transcript) {
  const reason = reasonOf(outcome);
  const boundary = 'boundary' in outcome ? outcome.boundary : undefined;
  const checkpoint = boundary?.checkpoint;
  const retention = outcome.kind === 'compacted' ? outcome.retention : undefined;
  return {
    // A boundary of an earlier run in the same store, applied again: the request that is sent is a compacted one.
    kind: outcome.kind === 'replayed' ? 'compacted' : outcome.kind,
    ...(reason !== undefined && { reason }),
    ...budgetReport(outcome.budget),
    ...beforeAndAfter(outcome),
    ledger: outcome.ledger.categories,
    evicted: outcome.evicted,
    recalled: outcome.recalled.map(({ citation }) => citation),
    ...(checkpoint && { checkpoint: { id: checkpoint.id, text: checkpoint.text, covers: checkpoint.covers } }),
    ...(retention && { retention: { ...retention, share: retention.share ?? null } }),
    request: sentMessages(transcript)(outcome.messages),
    ...(outcome.kind === 'irreducible' && { diagnosis: outcome.diagnosis }),
    repairs: outcome.repairs,
    masked: 0,
  };
}

function forPeople(outcome: FitOutcome): string {
  const { before, after } = beforeAndAfter(outcome);
  const reason = reasonOf(outcome);
  const lines = [outcome.kind + (reason === undefined ? '' : `: ${reason}`)];
  if (before !== after) lines.push(`${before} -> ${after} tokens, ${outcome.evicted.length} messages moved out`);
  if (outcome.recalled.length > 0)
    lines.push(`recalled ${outcome.recalled.map(({ citation }) => citation).join(', ')}`);
  if (outcome.repairs.length > 0) lines.push(`${outcome.repairs.length} repairs`);
  return `${lines.join('\n')}\n\n${table(ledgerReport(outcome.ledger, outcome.budget))}`;
}

function exitCodeOf(outcome: FitOutcome): ExitCode {
  if (outcome.kind === 'irreducible') return 1;
  return outcome.kind === 'failed' ? 2 : 0;
}
