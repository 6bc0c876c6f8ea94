/** The program as a process, with a number that leads calls on and two trunks on loopback around it. */
import type { Clock } from '#core/clock.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import type { Hop } from '#numbers/sip/user-agent.ts';
import type { Storage } from '#storage/storage.ts';
import { type CallWish, withRentedNumber, withTrunks } from './call-world.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import { openParleyFolder, type ParleyFolder, type ParleyServer } from './parley-process.ts';
import { pause } from './pause.ts';
import { openStorageBeside } from './storage-beside.ts';

export type ProgramWish = CallWish & {
  readonly calleePort: number;
  /** Of the process, or of the application. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Many calls at once must meet no limit. */
const usualFlags = [
  '--sip-listen=127.0.0.1:0',
  '--rtp-ports=42000-43999',
  '--mail-catcher-port=0',
  '--calls-per-account=10000',
  '--calls-per-account-second=10000',
  '--calls-per-number=10000',
  '--calls-per-caller-minute=1000000',
];

export class CallingProgram implements AsyncDisposable {
  readonly folder: ParleyFolder;
  readonly storage: Storage;
  readonly accountId: number;
  server!: ParleyServer;

  constructor(folder: ParleyFolder, storage: Storage, accountId: number) {
    this.folder = folder;
    this.storage = storage;
    this.accountId = accountId;
  }

  /** Starts it anew after it has ended. */
  async start(...flags: readonly string[]): Promise<void> {
    const said = new Set(flags.map(nameOf));
    const others = usualFlags.filter((flag) => !said.has(nameOf(flag)));
    this.server = await this.folder.serve(...others, ...flags);
  }

  get hop(): Hop {
    return this.hopBy('udp');
  }

  hopBy(transport: 'udp' | 'tls'): Hop {
    const place = new RegExp(`${transport} 127\\.0\\.0\\.1:(?<port>\\d+)`).exec(this.server.said);
    return { transport, address: '127.0.0.1', port: Number(place?.groups?.['port']) };
  }

  calls(limit = 10_000): Promise<readonly CallRecord[]> {
    const { calls } = this.storage;
    return calls.listCalls({ beforeId: Number.MAX_SAFE_INTEGER, limit });
  }

  /** Waits until so many calls are over, and gives them, the last one first. */
  async ended(count: number): Promise<readonly CallRecord[]> {
    for (;;) {
      const calls = await this.calls();
      if (calls.filter(({ endedAtMs }) => endedAtMs !== null).length >= count) return calls;
      await pause(20);
    }
  }

  async balance(): Promise<number | undefined> {
    return (await this.storage.accounts.findAccount(this.accountId))?.balance;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.storage[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }
}

export type CallingApp = AsyncDisposable & {
  readonly opened: OpenedApp;
  readonly port: number;
  readonly tcpPort: number;
  readonly accountId: number;
  readonly storage: Storage;
};

/** The same within this process, where what it holds can be counted. */
export async function openCallingApp(wish: ProgramWish, clock?: Clock): Promise<CallingApp> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder());
  const storage = stack.use(await openStorageBeside(folder.path));
  const accountId = await withRentedNumber(storage, wish);
  await withTrunks(storage, wish);
  const opened = stack.use(
    await openApp({ ...environmentOf(usualFlags), ...wish.environment }, folder.path, clock),
  );
  const portOf = (transport: 'udp' | 'tcp'): number =>
    Number(
      new RegExp(`${transport} 127\\.0\\.0\\.1:(?<port>\\d+)`).exec(opened.app.banner)?.groups?.[
        'port'
      ],
    );
  const moved = stack.move();
  const dispose = () => moved.disposeAsync();
  const ports = { port: portOf('udp'), tcpPort: portOf('tcp') };
  return { opened, ...ports, accountId, storage, [Symbol.asyncDispose]: dispose };
}

/** `--rtp-ports` of `--rtp-ports=…`. */
function nameOf(flag: string): string {
  return flag.split('=', 1)[0] ?? '';
}

/** `--rtp-ports=…` as a variable. */
function environmentOf(flags: readonly string[]): Record<string, string> {
  const entries = flags.map((flag) => {
    const [name = '', value = ''] = flag.replace('--', '').split('=');
    return [`PARLEY_${name.replaceAll('-', '_').toUpperCase()}`, value] as const;
  });
  return Object.fromEntries(entries);
}

export async function openCallingProgram(
  wish: ProgramWish,
  ...flags: readonly string[]
): Promise<CallingProgram> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder(wish.environment));
  const storage = stack.use(await openStorageBeside(folder.path));
  const accountId = await withRentedNumber(storage, wish);
  await withTrunks(storage, wish);
  const program = new CallingProgram(folder, storage, accountId);
  await program.start(...flags);
  stack.move();
  return program;
}
