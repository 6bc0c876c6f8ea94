/** Asks the server's API as the page of a browser does, with its session. */
import type { Page } from 'playwright-core';

export type Told = Readonly<Record<string, unknown>>;

/** Throws what the server says, where that is a refusal. */
export async function callFrom(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<Told> {
  const init = {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Parley': '1' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  };
  // As text: the server's types know no page.
  const text = await page.evaluate<string>(
    `fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (answer) => {
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text;
    })`,
  );
  return text === '' ? {} : (JSON.parse(text) as Told);
}
