import { code } from './defang';
import type { Entry } from './entry';
import type { CallRecord, Transcript } from './transcript';

export type FileAction = 'read' | 'edited' | 'created' | 'deleted' | 'renamed';

export interface TouchedFile {
  readonly path: string;
  /** The last thing done to it. A change counts over later reads: that is what one must know to go on. */
  readonly action: FileAction;
  readonly failed: boolean;
  readonly turn: number;
  readonly ordinal: number;
  readonly citation: string;
}

/** The files that calls touched, each with its last action, most recently touched first. */
export function touchedFiles(transcript: Transcript): TouchedFile[] {
  const files = new Map<string, TouchedFile>();
  for (const call of transcript.calls) {
    for (const { path, action } of touchesOf(call)) {
      const { turn, ordinal, citation } = call;
      // A call without a result never happened as far as anyone knows; neither did one that failed.
      const failed = call.result === undefined || call.result.isError;
      const before = files.get(path);
      const keepsAction = before && ((action === 'read' && before.action !== 'read') || (failed && !before.failed));
      const next = { path, action, failed, turn, ordinal, citation };
      files.delete(path);
      files.set(path, keepsAction ? { ...before, ordinal } : next);
    }
  }
  return [...files.values()].reverse();
}

/** Changed files first, then read ones, each most recent first. */
export function fileEntries(transcript: Transcript): Entry[] {
  const files = touchedFiles(transcript);
  return [...files.filter(({ action }) => action !== 'read'), ...files.filter(({ action }) => action === 'read')].map(
    ({ path, action, failed, citation, ordinal }) => ({
      text: `- ${code(path, pathUnits)} ${action}${failed ? ' (failed)' : ''} ${citation}`,
      ordinal,
    }),
  );
}

const pathUnits = 240;

interface Touch {
  readonly path: string;
  readonly action: FileAction;
}

function touchesOf(call: Pick<CallRecord, 'name' | 'args' | 'argumentsJson'>): Touch[] {
  if (typeof call.args === 'string' || call.args === undefined) return patchTouches(call.argumentsJson);
  if (typeof call.args !== 'object' || call.args === null) return [];
  const fields = new Map<string, unknown>(Object.entries(call.args));
  const patch = [...fields.values()].find((value) => typeof value === 'string' && value.includes('*** Begin Patch'));
  if (typeof patch === 'string') return patchTouches(patch);
  const command = fields.get('command') ?? fields.get('cmd');
  // Editors that take a verb in `command` next to a path (`view`, `create`, `str_replace`) are no shells.
  const verb = typeof command === 'string' && /^[a-z_]+$/.test(command) ? command : call.name;
  const action = actionOf(verb);
  const paths = pathFields.flatMap((name) => pathsIn(fields.get(name)));
  if (paths.length > 0) return action ? [...new Set(paths)].map((path) => ({ path, action })) : [];
  return shellReads(command);
}

const pathFields = [
  'file_path',
  'filePath',
  'path',
  'filename',
  'file',
  'target_file',
  'notebook_path',
  'uri',
  'paths',
  'files',
  'filePaths',
];

function pathsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value === 'object' && value !== null)
    return pathFields.flatMap((name) => pathsIn(Object.entries(value).find(([key]) => key === name)?.[1]));
  return typeof value === 'string' && value !== '' && value.length < 1_024 && !/[\n*?]/.test(value) ? [value] : [];
}

/** Whether a call did nothing but show what is in files. */
export function onlyShowsFile({ name, args }: Pick<CallRecord, 'name' | 'args'>): boolean {
  const touches = touchesOf({ name, args, argumentsJson: '' });
  return touches.length > 0 && touches.every(({ action }) => action === 'read');
}

/** What a tool does to the file it names, by the verb in the tool's name; `undefined` for searches and listings. */
function actionOf(name: string): FileAction | undefined {
  const verbs = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  if (/search|grep|glob|find|list|(^|_)ls(_|$)|dir|diagnos|error|test/.test(verbs)) return undefined;
  if (/delete|remove|unlink/.test(verbs)) return 'deleted';
  if (/rename|move/.test(verbs)) return 'renamed';
  if (/create|write|new|save/.test(verbs)) return 'created';
  if (/edit|replace|insert|patch|update|append|apply|modify/.test(verbs)) return 'edited';
  return /read|view|open|cat|get|show|fetch/.test(verbs) ? 'read' : undefined;
}

/** The lines of a patch in the `*** Update File:` form. */
function patchTouches(patch: string): Touch[] {
  const actions: Record<string, FileAction> = { Add: 'created', Update: 'edited', Delete: 'deleted' };
  // Arguments that are not JSON may still hold escaped line ends.
  return [...patch.replaceAll('\\n', '\n').matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)].flatMap(
    ([, verb = '', path = '']) => {
      const action = actions[verb];
      return action ? [{ path: path.trim(), action }] : [];
    },
  );
}

/** Files a shell command only shows: `cat`, `sed -n`, `head`, `tail`, `nl`, `less`. */
function shellReads(command: unknown): Touch[] {
  const script = shellScript(command);
  if (script === undefined) return [];
  return [...script.matchAll(/(?:^|[|&;]\s*)(?:cat|nl|less|head|tail|sed -n)\s([^|&;<>\n]*)/g)].flatMap(
    ([, rest = '']) =>
      [...rest.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
        .map(([, single, double, bare]) =>
          (single ?? double ?? bare ?? '').replaceAll('\\(', '(').replaceAll('\\)', ')'),
        )
        .filter((word) => /[/\\]|\.[A-Za-z]\w{0,5}$/.test(word) && !/[*?$`]|^-|^\d+,\d+p$/.test(word))
        .map((path): Touch => ({ path, action: 'read' })),
  );
}

/** The script a shell tool was given: a string, or the last word of `["bash", "-lc", "…"]`. `undefined` for neither. */
export function shellScript(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined;
  const [shell = '', flag = ''] = command;
  return /(?:^|\/)(?:ba|z|da|fi)?sh$/.test(shell) && /^-\w*c$/.test(flag)
    ? command.slice(2).join(' ')
    : command.join(' ');
}
