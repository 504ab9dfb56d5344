import type { ToolSchema } from '../../core/conversation/message';
import { toolNames } from '../ids';

/** What the model is told about the archive once something left the request. Names only tools that go with it (R6). */
export function retrievalNote(offered: readonly ToolSchema[]): string {
  const names = new Set(offered.map(({ name }) => name));
  return [
    'Older turns of this conversation were moved to an archive that holds them word for word. Those that look relevant are shown to you automatically.',
    ...(names.has(toolNames.search)
      ? [
          `Before you answer about something that is missing here, call ${toolNames.search} with the names, numbers or words that would stand in it.`,
        ]
      : []),
    ...(names.has(toolNames.read) ? [`${toolNames.read} opens a cited place such as #12 in full.`] : []),
    'Never claim that there is no record of something before you have looked.',
  ].join(' ');
}
