/** A model's answer that the request was too long, and the limit it named. */
export interface ContextLengthError {
  /** Tokens the model takes, where its message says so. */
  readonly limitTokens?: number;
}

/**
 * The editor hands a provider's error on as text without a code, so its wording is all there is. Each pattern is the
 * documented or published wording of one family of servers; its first group is the limit.
 */
const wordings: readonly RegExp[] = [
  // OpenAI, Azure, vLLM, OpenRouter: "This model's maximum context length is 8192 tokens. However, …"
  /maximum context length(?: of this model)? is ([\d,]+)/i,
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum"
  /prompt is too long(?::\s*[\d,]+ tokens > ([\d,]+))?/i,
  // Google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
  /exceeds the maximum number of tokens allowed \(([\d,]+)\)/i,
  // GitHub Copilot: "prompt token count of 70000 exceeds the limit of 64000"
  /prompt token count of [\d,]+ exceeds the limit of ([\d,]+)/i,
  // llama.cpp: "the request exceeds the available context size (4096 tokens), try increasing it"
  /exceeds the available context size(?: \(([\d,]+))?/i,
  // Error codes of the OpenAI and Copilot services.
  /context_length_exceeded|model_max_prompt_tokens_exceeded/i,
  /(?:exceeds|exceeded|larger than|longer than) (?:the |this model's |its )?(?:maximum )?context (?:length|window)/i,
];

/** Reads an error and its causes; `undefined` where none says that the request was too long. */
export function contextLengthError(error: unknown): ContextLengthError | undefined {
  for (const text of textsOf(error)) {
    for (const wording of wordings) {
      const match = wording.exec(text);
      if (!match) continue;
      const limitTokens = Number(match[1]?.replaceAll(',', ''));
      return limitTokens > 0 ? { limitTokens } : {};
    }
  }
  return undefined;
}

/** Errors wrap each other; deeper than this nobody nests on purpose. */
const deepestCause = 5;

function textsOf(error: unknown): string[] {
  const texts: string[] = [];
  let current = error;
  for (let depth = 0; depth < deepestCause && current !== undefined && current !== null; depth += 1) {
    if (typeof current === 'string') texts.push(current);
    if (!(current instanceof Error)) break;
    texts.push(current.message);
    if ('code' in current && typeof current.code === 'string') texts.push(current.code);
    current = current.cause;
  }
  return texts;
}
