/** The dashboard's API on a folder of its own, asked as its pages ask; who asks is said by the test. */

import { strict as assert } from 'node:assert';
import { DashboardHandler } from '#api/dashboard/dashboard-handler.ts';
import type { Handler } from '#api/dashboard/handler.ts';
import type { HttpReply, RequestHeaders } from '#api/http/http-message.ts';
import {
  type OperationHandlerPorts,
  operationHandlers,
} from '#api/operations/operation-handlers.ts';
import { readConfig } from '#config.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Role } from '#core/permissions.ts';
import type { AccountView } from '#core/signed-in.ts';
import { type CommandLine, openCommandLine } from './command-line.ts';
import { type OpenedInstallation, pagePorts } from './page-ports.ts';

export type Asked = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Accounts that the person belongs to; in others they are nobody. */
export type Person = {
  readonly roles?: Readonly<Record<number, Role>>;
  readonly isAdministrator?: boolean;
  readonly isFresh?: boolean;
  /** The account that they see as its people do. */
  readonly views?: number;
};

export const owner: Person = { roles: { 1: 'owner' }, isAdministrator: true };

const token = 'a'.repeat(43);
const origin = 'http://localhost:8080';

export class PageWorld implements AsyncDisposable {
  readonly line: CommandLine;
  readonly installation: OpenedInstallation;
  readonly #handlers: readonly Handler[];

  constructor(line: CommandLine, installation: OpenedInstallation, handlers: readonly Handler[]) {
    this.line = line;
    this.installation = installation;
    this.#handlers = handlers;
  }

  /** Asks as a person whose session stands; `changes` are other headers than a page of ours sends. */
  async ask(
    method: Method,
    path: string,
    body?: unknown,
    person = owner,
    changes: RequestHeaders = {},
  ): Promise<Asked> {
    const [plain = '', query = ''] = path.split('?');
    const reply = await this.#serviceFor(person).page.answer({
      id: 'req-1',
      method,
      path: plain,
      query,
      address: '127.0.0.1',
      isEncrypted: false,
      headers: {
        host: 'localhost:8080',
        cookie: `__Host-parley=${token}`,
        origin,
        'content-type': 'application/json',
        'x-parley': '1',
        ...changes,
      },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    });
    const text = reply.isFile ? await wholeFile(reply) : reply.body;
    return {
      status: reply.status,
      headers: pairs(reply.headers),
      text,
      json: text.startsWith('{') ? (JSON.parse(text) as Asked['json']) : {},
    };
  }

  /** The reply of what must not be refused. */
  async get(path: string, person = owner): Promise<Asked['json']> {
    return this.#must(await this.ask('GET', path, undefined, person), path);
  }

  async post(path: string, body: unknown = {}, person = owner): Promise<Asked['json']> {
    return this.#must(await this.ask('POST', path, body, person), path);
  }

  #must(asked: Asked, path: string): Asked['json'] {
    if (asked.status !== 200) throw new Error(`${path}: ${asked.status} ${asked.text}`);
    return asked.json;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.installation[Symbol.asyncDispose]();
    await this.line[Symbol.asyncDispose]();
  }

  #serviceFor({
    roles = {},
    isAdministrator = false,
    isFresh = true,
    views,
  }: Person): DashboardHandler {
    return new DashboardHandler(async () => this.#handlers, undefined, {
      clock: systemClock,
      log: openLog('silent'),
      findSession: async () => ({
        userId: 1,
        email: 'ada@parley.example',
        name: 'Ada',
        language: undefined,
        isAdministrator,
        sessionId: 1,
        endsAtMs: Number.MAX_SAFE_INTEGER,
        freshUntilMs: isFresh ? Number.MAX_SAFE_INTEGER : 0,
        ...(views !== undefined && { viewing: viewOf(views) }),
      }),
      roleIn: async (_, accountId) => roles[accountId],
      stateOf: (accountId) => this.installation.storage.accounts.stateOf(accountId),
    });
  }
}

/** What a file says that is written piece by piece. */
function wholeFile({ stream }: HttpReply): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  stream?.({
    ended: new AbortController().signal,
    waitingBytes: 0,
    write: async (piece) => {
      text += piece;
    },
    end: () => resolve(text),
    drop: () => reject(new Error('The file broke off')),
  });
  return promise;
}

function viewOf(accountId: number): AccountView {
  const endsAtMs = Number.MAX_SAFE_INTEGER;
  return { userId: 1, sessionId: 1, accountId, reason: 'a ticket', endsAtMs };
}

/** Accounts 1 and 2 are there. */
export async function openPageWorld(
  handlersOf: (ports: OperationHandlerPorts) => readonly Handler[] = operationHandlers,
): Promise<PageWorld> {
  const line = await openCommandLine();
  line.environment = { ...line.environment, PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  await line.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  await line.read('account', 'create', '--name', 'Other', '--email', 'o@other.example');
  const reading = readConfig(line.environment, {});
  assert.ok(reading.ok, 'the test gives settings that read');
  const installation = await line.open(reading.config);
  return new PageWorld(line, installation, handlersOf(pagePorts(installation, reading.config)));
}

function pairs(headers: readonly string[]): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    named[(headers[at] ?? '').toLowerCase()] = headers[at + 1] ?? '';
  }
  return named;
}
