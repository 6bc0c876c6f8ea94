/** What the person who starts the program is told. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setupToken } from '#cli/first-start.ts';
import { type StartFacts, secretLines } from '#cli/start-message.ts';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { SmppListeners } from '#sms/customers/customers.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import { shownAddress } from '#storage/postgres/server-address.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';
import { makeFolder } from './storage.ts';
import type { ThreadFacts } from './threads/thread-messages.ts';

/** How long the start waits for the built-in operator's bind before it says what it sees. */
const firstBindMs = 2_000;

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export async function startFacts(
  { config, clock, storage }: Common,
  started: {
    readonly port: number;
    readonly testKey: string;
    readonly engines: Engines;
    /** Of the threads beside this one. */
    readonly beside: readonly ThreadFacts[];
  },
): Promise<StartFacts> {
  const { port, testKey, beside } = started;
  const { sms, directory, simulator, mailCatcher } = started.engines;
  const calls = [started.engines, ...beside].find((each) => each.calls !== undefined)?.calls;
  const caughtBeside = beside.find(({ mailCatcher: address }) => address !== undefined);
  const builtIn = directory().operators.find((operator) => operator.builtIn);
  const [host = 'localhost'] = config.hosts;
  return {
    data: dataInWords(config),
    masterKeyFile: config.masterKeyFile,
    // Not 127.0.0.1: browsers refuse to make a passkey there.
    address: `${config.scheme}://${loopback.has(host) ? 'localhost' : host}:${port}`,
    smpp: smppAddresses(config, started.engines.smpp),
    roles: config.roles,
    simulator: simulator && (simulator.address ?? 'elsewhere'),
    mailCatcher: mailCatcher && (mailCatcher.address ?? caughtBeside?.mailCatcher ?? 'elsewhere'),
    smtpIn: [started.engines, ...beside].flatMap(({ smtpIn }) => smtpIn),
    calls: calls?.places ?? [],
    hasTrunks: calls?.hasTrunks === true,
    hasPhones: started.engines.phones !== undefined,
    simulatorBinds:
      builtIn === undefined || simulator?.address === undefined
        ? 0
        : await firstBinds(sms, builtIn.id, clock),
    setupToken: await setupToken({ ...storage, clock }),
    testKey,
    secretsFile: undefined,
  };
}

function dataInWords({ database, dataFolder }: Config): string {
  return database.kind === 'folder'
    ? `${dataFolder} (SQLite)`
    : `${shownAddress(database.address)} (PostgreSQL)`;
}

function smppAddresses({ smpp }: Config, { plain, tls }: SmppListeners): readonly string[] {
  const [host = 'localhost'] = smpp.hosts;
  return [
    ...(plain === undefined ? [] : [`${host}:${plain}`]),
    ...(tls === undefined ? [] : [`${host}:${tls} (TLS)`]),
  ];
}

async function firstBinds(sms: SmsEngine, operatorId: number, clock: Clock): Promise<number> {
  const untilMs = clock.monotonicMs() + firstBindMs;
  while (sms.bound(operatorId) === 0 && clock.monotonicMs() < untilMs) await clock.sleep(10);
  return sms.bound(operatorId);
}

/**
 * On loopback the link and the key are of use on this machine alone, and are shown. Elsewhere the
 * output may be collected by others: they go to a file that only the owner reads.
 */
export function keepSecretsIn(config: Config, facts: StartFacts): StartFacts {
  if (config.hosts.every((host) => loopback.has(host))) return facts;
  const secretsFile = path.join(config.dataFolder, 'setup.txt');
  makeFolder(config.dataFolder);
  const lines = secretLines(facts).map(([name, text]) => `${name}  ${text}\n`);
  writeFileSync(secretsFile, lines.join(''), { mode: 0o600 });
  return { ...facts, secretsFile };
}
