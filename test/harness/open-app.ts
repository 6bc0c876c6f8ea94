/** The whole program on a folder of its own, without output, on a port that the system picks. */
import { strict as assert } from 'node:assert';
import type { Clock } from '#core/clock.ts';
import { type App, startApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type OpenedApp = AsyncDisposable & {
  readonly app: App;
  readonly folder: string;
  readonly url: string;
  /** The key that the start message shows. */
  readonly testKey: string;
  post(path: string, parameters: object): Promise<Answered>;
  get(path: string): Promise<Answered>;
};

export type Answered = {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
};

/** `folder`: of an app before this one, which keeps it. */
export async function openApp(
  settings: Readonly<Record<string, string>> = {},
  folder?: string,
  clock?: Clock,
): Promise<OpenedApp> {
  await using stack = new AsyncDisposableStack();
  const home = folder ?? stack.use(temporaryFolder()).path;
  const reading = readConfig(
    {
      PARLEY_HOST: '127.0.0.1',
      PARLEY_PORT: '0',
      PARLEY_LOG: 'silent',
      PARLEY_MAIL_CATCHER_PORT: '0',
      PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
      ...settings,
      PARLEY_DATABASE: `file:${home}`,
    },
    {},
  );
  assert.ok(reading.ok, 'the test gives settings that read');
  const server = settings['PARLEY_DATABASE'];
  // Its files stay in the folder: in ./data of the checkout a later test would find what it has no key for.
  const config: Config =
    server === undefined
      ? reading.config
      : { ...reading.config, database: { kind: 'server', address: server } };
  // One, where the test does not ask for more: they would have clocks of their own.
  const threads = config.threads === 'auto' ? 1 : config.threads;
  const app = stack.use(await startApp(config, { clock, threads }));
  const url = `http://127.0.0.1:${app.port}`;
  const testKey = /test_\w+/.exec(app.banner)?.[0] ?? '';
  const opened = stack.move();
  return {
    app,
    folder: home,
    url,
    testKey,
    post: async (path, parameters) =>
      answered(await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(parameters) })),
    get: async (path) => answered(await fetch(`${url}${path}`)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function answered(response: Response): Promise<Answered> {
  const json = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: response.status, json };
}
