import * as vscode from 'vscode';
import type { AttachmentPart, ImagePart } from '../../core/conversation/message';
import { keepStart } from '../../core/conversation/unicode';
import { imageFromBase64 } from '../../core/transcripts/imagePart';
import { sentenceOf } from '../sentenceOf';
import { isRecord } from './messageShape';

/** UTF-16 units of one file that are read: more than any window holds, less than what would stall the editor. */
const longestAttachmentUnits = 1_048_576;

const imageTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** What the user attached to a turn, contents read, in the order it was attached. Never rejects: a file that cannot be read says so in its place. */
export async function readAttachments(
  references: readonly vscode.ChatPromptReference[],
): Promise<(AttachmentPart | ImagePart)[]> {
  // The editor lists them from the end of the prompt to its beginning.
  return Promise.all(references.toReversed().map(readAttachment));
}

/** The same as a later turn knows them: a pasted text still whole, a file by its name, since it may have changed. */
export function attachmentReferences(references: readonly unknown[]): AttachmentPart[] {
  return references
    .toReversed()
    .filter(isReference)
    .map((reference) =>
      attachment(nameOf(reference), typeof reference.value === 'string' ? reference.value : undefined),
    );
}

/** A part without its contents, as it rides in a turn's metadata. */
export function withoutContents(part: AttachmentPart | ImagePart): AttachmentPart | ImagePart {
  if (part.kind === 'attachment') return { kind: 'attachment', reference: part.reference };
  const { data: _data, ...rest } = part;
  return rest;
}

async function readAttachment(reference: vscode.ChatPromptReference): Promise<AttachmentPart | ImagePart> {
  const name = nameOf(reference);
  try {
    const { value } = reference;
    if (typeof value === 'string') return attachment(name, value);
    if (value instanceof vscode.Location) return attachment(name, await textAt(value.uri, value.range));
    if (value instanceof vscode.Uri) return await readUri(name, value);
    const binary = await readBinary(value);
    return binary ?? attachment(name, reference.modelDescription);
  } catch (fault) {
    return attachment(name, `(could not be read: ${sentenceOf(fault)})`);
  }
}

function attachment(reference: string, text: string | undefined): AttachmentPart {
  if (text === undefined) return { kind: 'attachment', reference };
  const kept = keepStart(text, longestAttachmentUnits);
  return {
    kind: 'attachment',
    reference,
    text: kept.length === text.length ? text : `${kept}\n(cut here: the file is longer)`,
  };
}

async function readUri(name: string, uri: vscode.Uri): Promise<AttachmentPart | ImagePart> {
  const stat = await vscode.workspace.fs.stat(uri);
  if (stat.type & vscode.FileType.Directory) {
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return attachment(
      name,
      entries.map(([entry, type]) => (type & vscode.FileType.Directory ? `${entry}/` : entry)).join('\n'),
    );
  }
  const mimeType = imageTypes.get(uri.path.split('.').at(-1)?.toLowerCase() ?? '');
  if (mimeType !== undefined) return image(mimeType, await vscode.workspace.fs.readFile(uri));
  return attachment(name, await textAt(uri));
}

/** The text of an open document as it stands in the editor, saved or not. */
async function textAt(uri: vscode.Uri, range?: vscode.Range): Promise<string> {
  const document = await vscode.workspace.openTextDocument(uri);
  return document.getText(range);
}

function image(mimeType: string, bytes: Uint8Array): ImagePart {
  return imageFromBase64(mimeType, Buffer.from(bytes).toString('base64'));
}

/** Pasted images: an object with a type and a function that reads the bytes. */
async function readBinary(value: unknown): Promise<ImagePart | undefined> {
  if (!isRecord(value) || typeof value['mimeType'] !== 'string' || typeof value['data'] !== 'function')
    return undefined;
  const bytes: unknown = await value['data'].call(value);
  return bytes instanceof Uint8Array ? image(value['mimeType'], bytes) : undefined;
}

function isReference(value: unknown): value is vscode.ChatPromptReference {
  return isRecord(value) && typeof value['id'] === 'string';
}

/** A stable name: the address of the file with its lines, or the editor's id of the reference. */
function nameOf({ id, value }: vscode.ChatPromptReference): string {
  if (value instanceof vscode.Uri) return value.toString();
  if (!(value instanceof vscode.Location)) return id;
  const { start, end } = value.range;
  return `${value.uri.toString()}#L${start.line + 1}-L${end.line + 1}`;
}
