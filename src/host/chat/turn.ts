import * as vscode from 'vscode';
import type { Passage } from '../../core/archive/store';
import type { FitOutcome } from '../../core/compaction/outcome';
import type { Message } from '../../core/conversation/message';
import { renderPassages } from '../../core/recall/renderPassages';
import { contextLengthError } from '../../models/contextLengthError';
import { commandIds, type CommandId } from '../ids';
import { sentenceOf } from '../sentenceOf';
import { readSettings } from '../settings';
import { createToolRunner } from '../tools/toolRunner';
import { offeredTools } from '../tools/offeredTools';
import { readAttachments, withoutContents } from './attachments';
import type { ChatServices } from './chatServices';
import { fitRequestFor, type Conversation } from './conversation';
import { fitOrPass } from './fitting';
import { userTurn } from './history';
import { instructions } from './instructions';
import { scopeOf } from './lastRequests';
import { identityOf, sendToModel } from './modelPort';
import { outcomeSentence, untoldCompaction } from './notice';
import { showCompactionNotice, showSentence } from './notices';
import { cappedForMetadata, keptRounds, type ToolRound } from './rounds';
import { sentRequest, type SentRequest } from './sentRequest';
import { runToolLoop, type ToolLoopPorts } from './toolLoop';
import { asResultMetadata, type TurnRounds } from './turnMetadata';

/** A refit after "too long" aims this far under what was refused: our count and the model's differ by something unknown. */
const refitShare = 0.75;

/** Answers one turn of the user with the model of the picker. */
export async function answerTurn(
  services: ChatServices,
  conversation: Conversation,
  request: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const turn = new Turn(services, conversation, request, stream, token);
  return turn.run(signal);
}

class Turn {
  private sent: SentRequest | undefined;
  private lastOutcome: FitOutcome | undefined;
  private streamed = '';
  /** Shown below the answer: the editor folds what stands above it away. */
  private readonly below: (() => void)[] = [];

  constructor(
    private readonly services: ChatServices,
    private readonly conversation: Conversation,
    private readonly request: vscode.ChatRequest,
    private readonly stream: vscode.ChatResponseStream,
    private readonly token: vscode.CancellationToken,
  ) {
    this.sent = conversation.sent;
  }

  async run(signal: AbortSignal): Promise<vscode.ChatResult> {
    const attached = await readAttachments(this.request.references);
    signal.throwIfAborted();
    const branch = [instructions, ...this.conversation.messages, userTurn(this.request.prompt, attached)];
    const { toolRounds } = readSettings(identityOf(this.request.model));
    const result = await runToolLoop(branch, toolRounds, this.ports(), signal);

    if (result.kind === 'roundLimit') {
      this.sentence(
        `Stopped after ${toolRounds} rounds of tools (setting throughline.toolRounds). Say “continue” to go on.`,
      );
    }
    const isWithoutModel = result.kind === 'failed' && isNoModel(result.error);
    if (isWithoutModel) await this.answerWithoutModel(branch, signal);
    for (const show of this.below) show();
    const rounds = await this.keepRounds(branch, result.rounds, signal);
    const metadata = asResultMetadata({
      version: 1,
      kind: 'turn',
      conversation: this.conversation.conversation,
      ...(attached.length > 0 && { attached: attached.map(withoutContents) }),
      ...(rounds && { rounds }),
      ...(this.sent && { sent: this.sent }),
    });
    if (result.kind !== 'failed' || isWithoutModel) return { metadata };
    this.services.log.error(
      'The model did not answer.',
      result.error instanceof Error ? result.error : String(result.error),
    );
    return { metadata, errorDetails: { message: modelErrorSentence(this.request.model, result.error) } };
  }

  private ports(): ToolLoopPorts {
    const { request, conversation, services, token } = this;
    const tools = offeredTools(request.toolReferences, readSettings(identityOf(request.model)).workspaceTools);
    const runner = createToolRunner(
      services,
      conversation.conversation,
      request.toolInvocationToken,
      identityOf(request.model),
    );
    return {
      fit: (messages, recalled, windowTokens, signal) => this.fit(messages, tools, recalled, windowTokens, signal),
      send: (messages, offered) => sendToModel(request.model, messages, offered, token),
      sent: (outcome) => {
        this.taken(outcome);
      },
      show: (text) => {
        this.show(text);
      },
      callTools: (calls, outcome, signal) => runner.run(calls, outcome, token, signal),
      smallerWindow: (error, outcome) => {
        const tooLong = contextLengthError(error);
        if (!tooLong) return undefined;
        services.log.warn(
          `The model refused ${outcome.ledger.total} tokens as too long: the request is fitted once more.`,
        );
        return Math.floor(Math.min(tooLong.limitTokens ?? Number.POSITIVE_INFINITY, outcome.ledger.total) * refitShare);
      },
    };
  }

  private fit(
    messages: readonly Message[],
    tools: ReturnType<typeof offeredTools>,
    recalled: readonly Passage[] | undefined,
    windowTokens: number | undefined,
    signal: AbortSignal,
  ): Promise<FitOutcome> {
    const { services, conversation, request } = this;
    const base = fitRequestFor(request.model, conversation.conversation, messages, 'request');
    const fitRequest = {
      ...base,
      tools,
      ...(recalled && { recalled }),
      ...(windowTokens !== undefined && { budget: { ...base.budget, window: windowTokens } }),
    };
    return services.lastRequests.during(
      fitOrPass(services.engine, fitRequest, signal, (fault) => {
        services.log.error(`Fit: ${sentenceOf(fault)}`);
      }),
    );
  }

  /** The model has taken the request: its numbers are the ones to show, and a compaction is now true (C14). */
  private taken(outcome: FitOutcome): void {
    const { services, conversation, request, stream } = this;
    const isFirst = this.lastOutcome === undefined;
    this.lastOutcome = outcome;
    const compaction = untoldCompaction(outcome, this.sent?.lastCompaction);
    this.sent = sentRequest(outcome, request.model.name, this.sent?.lastCompaction, Date.now());
    services.lastRequests.set(conversation.conversation, this.sent, outcome);
    for (const { kind, detail } of outcome.repairs) services.log.info(`Mended for this request (${kind}): ${detail}`);

    if (compaction) {
      this.below.push(() => {
        showCompactionNotice(stream, conversation.conversation, compaction);
      });
    }
    const sentence = outcomeSentence(outcome);
    // That nothing can be measured is the same fault with each message, and the status bar goes on saying so.
    const isTold = !isFirst || (outcome.kind === 'failed' && outcome.budget.kind === 'unknown');
    if (sentence !== undefined && (!isTold || services.once.isNew(sentence))) this.sentence(sentence);
    // A failure is one sentence: its warnings tell of the same fault, and those of settings come again with the next request.
    const { warnings } = readSettings(identityOf(request.model));
    for (const warning of outcome.kind === 'failed' ? [] : [...warnings, ...outcome.warnings]) {
      if (services.once.isNew(warning)) this.sentence(warning, commandIds.openSettings);
    }
    if (outcome.kind === 'disabled' && outcome.budget.kind === 'unknown')
      tellUnknownWindow(services, request.model, outcome.reason);
  }

  private show(text: string): void {
    this.streamed += text;
    this.stream.markdown(text);
  }

  private sentence(sentence: string, command: CommandId = commandIds.openLog): void {
    this.below.push(() => {
      showSentence(this.stream, sentence, command);
    });
  }

  /** Tool rounds go to the archive, where the next turn finds them; inline with capped bodies where that fails. */
  private async keepRounds(
    branch: readonly Message[],
    rounds: readonly ToolRound[],
    signal: AbortSignal,
  ): Promise<TurnRounds | undefined> {
    const { messages, answerStart } = keptRounds(rounds);
    if (messages.length === 0) return undefined;
    const ids = await this.record([...branch, ...messages, ...this.answerFrom(answerStart)], signal);
    if (!ids) return { kind: 'inline', answerStart, messages: cappedForMetadata(messages) };
    return { kind: 'stored', answerStart, ids: ids.slice(branch.length, branch.length + messages.length) };
  }

  /** The text shown from there on, as a message; none where nothing was shown. */
  private answerFrom(start: number): Message[] {
    const answer = this.streamed.slice(start);
    return answer.trim() === '' ? [] : [{ role: 'assistant', parts: [{ kind: 'text', text: answer }] }];
  }

  private async record(messages: readonly Message[], signal: AbortSignal): Promise<readonly string[] | undefined> {
    const { services, conversation, request } = this;
    if (readSettings(identityOf(request.model)).compaction.archive === false) return undefined;
    try {
      return await services.engine.record(conversation.conversation, messages, signal);
    } catch (fault) {
      signal.throwIfAborted();
      services.log.error(`Recording the turn: ${sentenceOf(fault)}`);
      return undefined;
    }
  }

  /** U3: without any model the turn is recorded and answered with what the archive holds. */
  private async answerWithoutModel(branch: readonly Message[], signal: AbortSignal): Promise<void> {
    const { services, conversation, request } = this;
    const recorded = await this.record(branch, signal);
    const scope = this.lastOutcome && scopeOf(this.lastOutcome);
    const { hits } = await services.engine
      .search(
        { conversation: conversation.conversation, query: request.prompt, limit: 4, ...(scope && { scope }) },
        signal,
      )
      .catch(() => ({ hits: [] }));
    signal.throwIfAborted();
    this.show(
      [
        `No language model is available, so nobody answers. ${recorded ? 'Your message is recorded.' : 'Your message could not be recorded.'} Choose a model in the picker below, or add one with “Manage Models”.`,
        hits.length > 0
          ? `These are quotes from earlier in this conversation:\n\n${renderPassages(hits)}`
          : 'Nothing earlier in this conversation matches it.',
      ].join('\n\n'),
    );
  }
}

function isNoModel(error: unknown): boolean {
  return error instanceof vscode.LanguageModelError && error.code === vscode.LanguageModelError.NotFound.name;
}

function modelErrorSentence(model: vscode.LanguageModelChat, error: unknown): string {
  if (error instanceof vscode.LanguageModelError && error.code === vscode.LanguageModelError.NoPermissions.name) {
    return `Throughline may not use ${model.name}: allow it when the editor asks, or choose another model.`;
  }
  const tooLong = contextLengthError(error) ? ' Choose a model with a larger window, or shorten your message.' : '';
  return `${model.name} did not answer: ${sentenceOf(error)}${tooLong}`;
}

function tellUnknownWindow({ once }: ChatServices, model: vscode.LanguageModelChat, reason: string): void {
  if (!once.isNew(`window of ${model.vendor}/${model.id}`)) return;
  const openSettings = vscode.l10n.t('Open Settings');
  void vscode.window.showWarningMessage(`${model.name}: ${reason}`, openSettings).then((answer) => {
    if (answer === openSettings) void vscode.commands.executeCommand(commandIds.openSettings);
  });
}
