import type * as vscode from 'vscode';
import type { Passage } from '../../../core/archive/store';
import { keepStart } from '../../../core/conversation/unicode';
import { archivedMessageUri } from '../../view/archivedDocument';
import type { ChatServices } from '../chatServices';
import { fitRequestFor, type Conversation } from '../conversation';
import { fitOrPass } from '../fitting';
import { instructions } from '../instructions';
import { commandResult } from './commandResult';

const mostHits = 8;

/** Characters of a hit shown in the chat; the whole is one click away. */
const shownUnits = 600;

/** `/search words`: what the archive holds of this branch, each hit with a link to its source. */
export async function answerSearch(
  { engine, log }: ChatServices,
  conversation: Conversation,
  { prompt, model }: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const query = prompt.trim();
  if (query === '') {
    stream.markdown('What should be found? Type `/search` and the names, numbers or words that would stand in it.');
    return commandResult(conversation);
  }
  // Branch ids come from a measure: an edited or retried turn must not be found (P6).
  const request = fitRequestFor(model, conversation.conversation, [instructions, ...conversation.messages], 'measure');
  const { branch } = await fitOrPass(engine, request, signal, (fault) => {
    log.error(fault instanceof Error ? fault : String(fault));
  });
  const { hits } = await engine.search(
    { conversation: conversation.conversation, query, limit: mostHits, scope: { branch, live: [] } },
    signal,
  );
  signal.throwIfAborted();
  if (hits.length === 0) {
    stream.markdown(
      `No archived passage of this conversation matches “${query}”. Only what left the request is archived: recent turns stand above. Try an exact name, number or path.`,
    );
  }
  for (const hit of hits) showHit(stream, conversation.conversation, hit);
  return commandResult(conversation);
}

function showHit(stream: vscode.ChatResponseStream, conversation: string, hit: Passage): void {
  const date = hit.time === undefined ? '' : ` · ${new Date(hit.time).toLocaleDateString()}`;
  const text = keepStart(hit.text, shownUnits);
  const quote = `${text}${text.length < hit.text.length ? ' …' : ''}`.replaceAll('\n', '\n> ');
  // The editor shows the end of the address, not the title of an anchor.
  stream.anchor(archivedMessageUri(conversation, hit.messageId, hit.citation), hit.citation);
  stream.markdown(` · turn ${hit.turn} · ${hit.role}${date}\n\n> ${quote}\n\n`);
}
