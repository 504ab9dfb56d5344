import * as vscode from 'vscode';
import { withSignal } from '../cancellation';
import { participantId, slashCommands } from '../ids';
import { sentenceOf } from '../sentenceOf';
import type { ChatServices } from './chatServices';
import { answerCompact } from './commands/compact';
import { answerContext } from './commands/context';
import { answerSample } from './commands/sample';
import { answerSearch } from './commands/search';
import { readConversation } from './conversation';
import { answerTurn } from './turn';

/** `@throughline`: one handler for its turns and its slash commands. `iconPath`: an image takes no colour of the theme. */
export function registerParticipant(
  services: ChatServices,
  iconPath: { readonly light: vscode.Uri; readonly dark: vscode.Uri },
): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(participantId, (request, context, stream, token) =>
    withSignal(token, async (signal) => {
      try {
        const conversation = await readConversation(services, context, signal);
        switch (request.command) {
          case slashCommands.compact:
            return await answerCompact(services, conversation, request, stream, signal);
          case slashCommands.search:
            return await answerSearch(services, conversation, request, stream, signal);
          case slashCommands.context:
            return await answerContext(services, conversation, request, stream, signal);
          case slashCommands.sample:
            return await answerSample(services, conversation, request, stream, signal);
          default:
            return await answerTurn(services, conversation, request, stream, token, signal);
        }
      } catch (fault) {
        // Cancelled: the editor has closed the turn already and takes nothing more.
        if (signal.aborted) return {};
        services.log.error(fault instanceof Error ? fault : String(fault));
        return { errorDetails: { message: sentenceOf(fault) } };
      }
    }),
  );
  participant.iconPath = iconPath;
  return participant;
}
