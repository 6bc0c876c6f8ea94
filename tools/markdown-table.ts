/** Tables of Markdown, as the generated pages have them. */

export const code = (text: string): string => `\`${text}\``;

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;

export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${line(heading)}${line(heading.map(() => '---'))}${rows.map(line).join('')}`;
}
