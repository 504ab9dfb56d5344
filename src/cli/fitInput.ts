import type { ConversationId } from '../core/archive/store';
import type { Transcript } from '../core/transcripts/transcript';
import type { CompactionSettings, FitRequest, ModelIdentity } from '../engine/api';
import type { RequestSettings } from './options';

/** The request to fit: the whole transcript, its last user message being the current one. */
export function fitInput(
  { messages, tools }: Transcript,
  { limits, budget }: RequestSettings,
  compaction: CompactionSettings,
  model: ModelIdentity,
  conversation: ConversationId,
): FitRequest {
  return {
    conversation,
    messages,
    tools,
    model,
    limits,
    budget,
    compaction,
    // The model that answers is not here, so it cannot be offered a search; what returns comes inline.
    retrieval: { kind: 'inline', when: 'compacting' },
    trigger: 'request',
  };
}
