/** What a page shows, as text: rows of tables, facts by their names, figures and durations. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';

/** The cells of each row, once there is one. */
export async function rowsOf(page: Page, table: string): Promise<readonly (readonly string[])[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  const all: string[][] = [];
  for (const row of await rows.all()) all.push(await row.locator('th, td').allInnerTexts());
  return all;
}

/** The rows that are seen, in one piece each. */
export async function linesOf(page: Page, table: string): Promise<readonly string[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  return rows.allInnerTexts();
}

/** What stands beside a name; the first of them on the page. */
export async function factOf(page: Page, name: string): Promise<string> {
  const term = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
  const fact = page.locator('dl > div').filter({ has: term }).first();
  return (await fact.locator('dd').allInnerTexts()).join('\n');
}

/** `€1,234.50`, `5,520 parts` and `-3` as numbers. */
export function figureIn(text: string): number {
  const found = /[-−]?[€]?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] ?? '';
  assert.notEqual(found, '', `a figure in ${text}`);
  return Number(found.replaceAll(',', '').replace('€', '').replace('−', '-'));
}

const unitsMs = { ms: 1, sec: 1_000, min: 60_000, hr: 3_600_000, day: 86_400_000 } as const;

/** `850 ms`, `3.2 sec`. */
export function durationIn(text: string): number {
  const { figure, unit } = must(
    /^(?<figure>[\d,.]+) (?<unit>ms|sec|min|hr|day)s?$/.exec(text.trim())?.groups,
    `a duration in ${text}`,
  );
  return figureIn(figure ?? '') * unitsMs[unit as keyof typeof unitsMs];
}
