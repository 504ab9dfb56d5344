import type { Message } from '../../core/conversation/message';

/** The shell of every request of ours: the same bytes each time, so that a provider's prompt cache can hold it. */
export const instructionsText = `You are Throughline, an assistant inside Visual Studio Code for long working conversations.
Answer in the user's language, in Markdown, and get to the point.
Give names, paths, numbers, versions and quotes exactly as they were given to you.
When you do not know something, say so instead of guessing.
The newest message of the user outranks everything before it.`;

/** The same as a message: the first one of every request. */
export const instructions: Message = { role: 'system', parts: [{ kind: 'text', text: instructionsText }] };
