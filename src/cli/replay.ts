import type { Command } from './command';
import { UsageError } from './command';
import { conversationIdOf } from './conversationId';
import { fitInput } from './fitInput';
import { readInput } from './input';
import { openEngine } from './openEngine';
import { compactionOptions, readFitOptions } from './options';
import { replayTurns } from './replayTurns';
import type { Replay } from './replayTurns';
import { jsonDocument, table } from './table';

/** `throughline replay`: sends a conversation turn by turn, with one store, and says how that went. */
export const replay: Command = {
  name: 'replay',
  summary: 'Send a conversation turn by turn as a chat would, and measure.',
  options: compactionOptions,
  async run(values, terminal) {
    const { settings, compaction, named, folder } = readFitOptions(values);
    if (settings.limits.contextLength === undefined && settings.limits.maxInputTokens === undefined) {
      throw new UsageError('replay needs the window of a model: give --window N or --max-input N');
    }
    const transcript = await readInput(values, terminal);
    if (!transcript.messages.some(({ role }) => role === 'user')) {
      throw new UsageError('there is no user message in this conversation, so there is nothing to send');
    }
    const conversation = named ?? conversationIdOf(transcript);
    const { engine, requireWritable, model, counter } = openEngine(folder, settings.encoding, terminal);
    try {
      await requireWritable(conversation);
      const input = fitInput(transcript, settings, compaction, model, conversation);
      const warnings = new Set<string>();
      let isStored = false;
      const result = await replayTurns(transcript.messages, counter, async (messages) => {
        const outcome = await engine.fit({ ...input, messages });
        for (const warning of outcome.warnings) warnings.add(warning);
        isStored ||= 'boundary' in outcome && outcome.boundary !== undefined;
        return outcome;
      });
      for (const warning of warnings) terminal.err(`throughline: ${warning}\n`);
      if (folder !== undefined && isStored)
        terminal.err(`throughline: this is conversation ${conversation} of ${folder}\n`);
      terminal.out(values['json'] === true ? jsonDocument(result) : forPeople(result));
      return 0;
    } finally {
      await engine.dispose();
    }
  },
};

function forPeople({ turns, summary }: Replay): string {
  const rows = turns.map((turn) => [
    `${turn.turn} ${turn.kind}`,
    turn.before,
    turn.after,
    turn.reusablePrefixTokens,
    turn.evictedTurns,
    turn.recalled.join(' '),
  ]);
  const percent = (share: number | null) => (share === null ? 'unknown' : `${(share * 100).toFixed(1)} %`);
  return [
    table([['turn', 'before', 'after', 'reusable', 'turns moved', 'recalled'], ...rows]),
    table([
      ['turns', summary.turns],
      ['compactions', summary.compactions],
      ['mean fill', percent(summary.meanFill)],
      ['prompt tokens', summary.totalPromptTokens],
      ['reusable prefix', percent(summary.reusablePrefixShare)],
      ['over target', summary.overTarget],
      ['pairing violations', summary.pairingViolations],
      ['unicode violations', summary.unicodeViolations],
      ['retention', percent(summary.retention.mean)],
    ]),
  ].join('\n');
}
