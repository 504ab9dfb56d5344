/** Rows in columns for people: the first column to the left, the others, being numbers, to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)));
  return texts
    .map(
      (row) =>
        row
          .map((cell, column) => pad(cell, widths[column] ?? 0, column))
          .join('  ')
          .trimEnd() + '\n',
    )
    .join('');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** One JSON document and nothing else. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
