/** A data folder of its own, and commands typed against it as `parley …` would. */
import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Installation, OpenWish } from '#cli/installation.ts';
import { type ExitCode, runCommand } from '#cli/run-command.ts';
import { type Config, type Environment, readConfig } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import { openPseudonyms } from '#core/erased.ts';
import { openLog } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import { operatorDefaults } from '#sms/operator.ts';
import { meetOlderSchema } from '#storage/sqlite/older-schema.ts';
import type { Storage } from '#storage/storage.ts';
import { openAuditKey } from '../../src/app/audit-key.ts';
import { backupPorts } from '../../src/app/backup.ts';
import { recognising } from '../../src/app/erased-people.ts';
import { listenAndForward } from '../../src/app/listen.ts';
import { openMasterKeys, openSealer } from '../../src/app/master-keys.ts';
import { moveTo } from '../../src/move.ts';
import { type WatchedWrites, watchWrites } from './audited-writes.ts';
import { HeldClock } from './held-clock.ts';
import { operationsOf } from './operation-ports.ts';
import { openStorageIn } from './temporary-storage.ts';

export type Typed = { readonly code: ExitCode; readonly out: string; readonly err: string };

type OpenedInstallation = Installation & { readonly storage: Storage; readonly sealer: Sealer };

export class CommandLine implements AsyncDisposable {
  readonly folder: string;
  readonly clock: HeldClock;
  /** What standard input holds; undefined is a terminal. */
  input: string | undefined;
  environment: Environment;
  readonly served: Config[] = [];
  /** What ends a command that goes on. */
  readonly stopped = new AbortController();

  #said = '';
  #heard: (() => void) | undefined;

  /** Nobody else writes there: what is written is looked for in the audit. */
  readonly #isAlone: boolean;

  constructor(folder: string, { isAlone = false, clock = new HeldClock() } = {}) {
    this.clock = clock;
    this.folder = folder;
    this.#isAlone = isAlone;
    this.environment = { PARLEY_DATABASE: `file:${folder}` };
  }

  async type(...argv: readonly string[]): Promise<Typed> {
    const printed: string[] = [];
    const complained: string[] = [];
    const watches: WatchedWrites[] = [];
    const code = await runCommand(argv, {
      out: (text) => void printed.push(text),
      err: (text) => {
        complained.push(text);
        this.#said += text;
        this.#heard?.();
      },
      readInput: async () => this.input,
      environment: this.environment,
      clock: this.clock,
      open: async (config, wish) => {
        const installation = await this.open(config, wish);
        if (this.#isAlone) watches.push(watchWrites(config.dataFolder));
        return installation;
      },
      serve: async (config) => void this.served.push(config),
      move: moveTo,
      backups: async () => backupPorts,
      listen: (request) => listenAndForward(request, this.stopped.signal),
    });
    for (const watch of watches) watch.end(argv, code);
    return { code, out: printed.join(''), err: complained.join('') };
  }

  /** Waits until a command that goes on has said it. */
  async until(words: RegExp): Promise<void> {
    while (!words.test(this.#said)) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Types with `--json` and reads the document; fails if the command does. */
  async read(...argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, out, err } = await this.type(...argv, '--json');
    if (code !== 0) throw new Error(`parley ${argv.join(' ')}: ${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  }

  async open(config?: Config, { isRestored = false }: OpenWish = {}): Promise<OpenedInstallation> {
    const guard = new AddressGuard({
      allow: config?.webhookAllow ?? [],
      clock: this.clock,
      ownAddresses: () => [],
    });
    const folder = config?.dataFolder ?? this.folder;
    meetOlderSchema(folder, isRestored ? 'migrate' : 'leave');
    const kept = await openStorageIn(folder);
    const keyFile = config?.masterKeyFile ?? path.join(folder, 'master.key');
    const sealing = readConfig({ PARLEY_MASTER_KEY_FILE: keyFile }, {});
    assert.ok(sealing.ok, 'the place of the key reads');
    const sealer = await openSealer(sealing.config, kept);
    await openAuditKey({ ...kept, sealer, clock: this.clock, log: openLog('silent') });
    const pseudonyms = await openPseudonyms(sealer, (sealed) => kept.erasures.keepKey(sealed));
    const storage = recognising(kept, pseudonyms);
    return {
      storage,
      ...operationsOf({ storage, sealer, clock: this.clock, guard, config }),
      sealer,
      pseudonyms,
      masterKeys: openMasterKeys(sealing.config, storage),
      // Without a public URL nobody is mailed.
      letters: { tell: async () => false, mailLink: async () => false },
      // Without settings nothing leaves: mode `catcher`.
      releaseMail: async () => ({ isSent: false, host: '', said: 'no way out' }),
      [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
    };
  }

  /** A part that waits for an operator, as a crash would have left it. */
  owePart(operatorId: number): void {
    using db = new DatabaseSync(path.join(this.folder, 'parley.db'), { timeout: 10_000 });
    db.prepare(`
      INSERT INTO job (lane, due_at, attempt, order_key, expires_at, subject)
      VALUES (?, 0, 0, NULL, 0, 1)`).run(`sms/${operatorId}/0:normal/1`);
  }

  settleParts(): void {
    using db = new DatabaseSync(path.join(this.folder, 'parley.db'), { timeout: 10_000 });
    db.exec('DELETE FROM job');
  }

  async addBuiltInOperator(): Promise<void> {
    await using installation = await this.open();
    await installation.storage.operators.saveBuiltInOperator({
      name: 'simulator',
      builtIn: true,
      state: 'active',
      settings: operatorDefaults,
      sealedPassword: '',
      createdAtMs: this.clock.nowMs(),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

export async function openCommandLine(): Promise<CommandLine> {
  return new CommandLine(await mkdtemp(path.join(tmpdir(), 'parley-')), { isAlone: true });
}
