import { runCommandLine } from '../../../src/cli/commandLine';

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process; `input` is what stands on standard input. */
export async function runCli(args: readonly string[], input: string | Uint8Array = ''): Promise<CliResult> {
  let [out, err] = ['', ''];
  const code = await runCommandLine(args, {
    stdin: (async function* () {
      yield await Promise.resolve(Buffer.from(input));
    })(),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

/** Runs a command on messages and parses the one JSON document it prints. */
export async function runJson<Document>(
  args: readonly string[],
  input: unknown,
): Promise<CliResult & { document: Document }> {
  const result = await runCli([...args, '--input', '-', '--json'], JSON.stringify(input));
  return { ...result, document: JSON.parse(result.out) as Document };
}
