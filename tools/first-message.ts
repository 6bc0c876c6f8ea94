/** A packed program as its first user meets it: started in a folder, asked to send one SMS, told to stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const deliveredWithinMs = 30_000;

export type Started = AsyncDisposable & {
  readonly url: string;
  /** The start message. */
  readonly said: string;
  /** SIGTERM; throws where that is no orderly end. */
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  readonly flags: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
};

export async function startServer(program: string, options: StartOptions): Promise<Started> {
  const { flags, cwd, env = process.env } = options;
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(program, ['serve', ...flags], { cwd, env, stdio: [...stdio] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const said = await startMessage(child).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  const [url = ''] = /http:\/\/localhost:\d+/.exec(said) ?? [];
  return { url, said, stop: () => stop(child, ended), [Symbol.asyncDispose]: kill };
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`It ended with ${String(code)}`);
}

/** Its line `try` is the last one. */
async function startMessage(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    said += `${line}\n`;
    if (/http:\/\/localhost:\d+\/v1\/send/.test(said)) return said;
  }
  throw new Error(`It ended before it had started: ${said}`);
}

export function testKeyIn(said: string): string {
  const [key] = /\btest_\w+/.exec(said) ?? [];
  if (key === undefined) throw new Error(`There is no test key in: ${said}`);
  return key;
}

type Asked = { readonly url: string; readonly apiKey: string };

const phoneNumber = '+33639980001';

export async function sendHello({ url, apiKey }: Asked): Promise<number> {
  const body = JSON.stringify({ apiKey, phoneNumbers: phoneNumber, message: 'Hello' });
  const accepted = await fetch(`${url}/v1/send`, { method: 'POST', body });
  const text = await accepted.text();
  if (!accepted.ok) throw new Error(`The send was refused: ${text}`);
  return (JSON.parse(text) as { message_id: number }).message_id;
}

export async function delivered({ url, apiKey }: Asked, messageId: number): Promise<void> {
  const query = new URLSearchParams({ apiKey, phoneNumber, messageId: String(messageId) });
  const tillMs = Date.now() + deliveredWithinMs;
  for (;;) {
    const status = await fetch(`${url}/v1/message-status?${query.toString()}`);
    const text = await status.text();
    if (/deliver/i.test(text) && !/not.?deliver/i.test(text)) return;
    if (Date.now() > tillMs) throw new Error(`Message ${messageId} is not delivered: ${text}`);
    await sleep(200);
  }
}
