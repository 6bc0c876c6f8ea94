/** What can be measured: Parley, and Kannel where it is installed. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contender } from './cells.ts';
import { makeBenchDatabase } from './database.ts';
import { kannelConfiguration } from './kannel-configuration.ts';
import { installParley, type Served, serveParley } from './parley.ts';
import { freePorts, portOpens } from './ports.ts';
import { Program } from './program.ts';

/** One part, and about as long as such messages are. */
export const text =
  'Your order 4711 has left our warehouse and will reach you tomorrow between 9 and 12.';

export type ParleyWish = {
  readonly nodeFlags?: readonly string[];
  /** A PostgreSQL server instead of a folder. */
  readonly server?: string;
  readonly processes?: number;
  /** `one`: the first process takes all requests, and the others their share of binds and webhooks. */
  readonly doors?: 'one' | 'all';
};

export function parley(wished: ParleyWish = {}): Contender {
  const { nodeFlags, server, processes = 1, doors = 'one' } = wished;
  const times = processes === 1 ? '' : ` × ${processes}${doors === 'all' ? ', all doors' : ''}`;
  return {
    name: server === undefined ? 'Parley' : `Parley, PostgreSQL${times}`,
    async start({ folder, smscPort, sinkPort }, { binds, window }) {
      await using stack = new AsyncDisposableStack();
      const database =
        server === undefined ? undefined : stack.use(await makeBenchDatabase(server));
      const hookUrl = `http://127.0.0.1:${sinkPort}/hook`;
      const place = { folder, database: database?.address };
      const wish = { ...place, smscPort, hookUrl, binds, window, price: '0.038' };
      const { key } = await installParley(wish);
      const served = stack.use(await serveParley(place, { nodeFlags: nodeFlags ?? [] }));
      const others: Served[] = [];
      for (let process = 2; process <= processes; process++) {
        others.push(stack.use(await serveParley(place, { name: `parley-${process}` })));
      }
      const running = stack.move();
      const body = JSON.stringify({ apiKey: key, phoneNumbers: '+{phone}', message: text });
      const programs = [served, ...others].map(({ program }) => program.pid);
      const open = doors === 'all' ? [served, ...others] : [served];
      const ports = open.map(({ port }) => port).join(',');
      return {
        get pids() {
          return [...programs, ...(database?.pids ?? [])];
        },
        request: ['--port', ports, '--path', '/v1/send', '--body', body],
        database,
        [Symbol.asyncDispose]: () => running.disposeAsync(),
      };
    },
  };
}

const bearerboxFile = '/usr/sbin/bearerbox';
const smsboxFile = '/usr/sbin/smsbox';

/** Why it cannot be measured here; undefined when it can. */
export function findKannelObstacle(): string | undefined {
  const missing = [bearerboxFile, smsboxFile].find((file) => !existsSync(file));
  return missing === undefined ? undefined : `there is no ${missing}`;
}

/** With its file store; `toDisk` makes each of its writes reach the disk before it goes on, as ours do. */
export function kannel({ toDisk }: { readonly toDisk: boolean }): Contender {
  return {
    name: toDisk ? 'Kannel, file, to disk' : 'Kannel, file store',
    async start({ folder, smscPort, sinkPort }, { binds, window }) {
      const ports = await freePorts(['adminPort', 'boxPort', 'sendPort']);
      const configuration = path.join(folder, 'kannel.conf');
      await writeFile(
        configuration,
        kannelConfiguration({ folder, binds, window, smscPort, ...ports }),
      );
      if (toDisk) execFileSync('chattr', ['-R', '+S', folder]);
      await using stack = new AsyncDisposableStack();
      const start = (name: string, command: string): Program => {
        const args = ['-v', '4', configuration];
        return stack.use(new Program({ name, command, args, folder }));
      };
      const bearerbox = start('bearerbox', bearerboxFile);
      await portOpens(ports.boxPort);
      const smsbox = start('smsbox', smsboxFile);
      await portOpens(ports.sendPort);
      const running = stack.move();
      return {
        pids: [bearerbox.pid, smsbox.pid],
        request: ['--port', ports.sendPort, '--method', 'GET', '--path', sendPath(sinkPort)],
        [Symbol.asyncDispose]: () => running.disposeAsync(),
      };
    },
  };
}

/** A receipt for success and failure, told to the sink with the phone number. */
function sendPath(sinkPort: number): string {
  const login = 'username=bench&password=bench';
  const report = encodeURIComponent(`http://127.0.0.1:${sinkPort}/hook?status=%d&phone=`);
  const message = `from=BENCH&to={phone}&text=${encodeURIComponent(text)}`;
  return `/cgi-bin/sendsms?${login}&${message}&dlr-mask=3&dlr-url=${report}{phone}`;
}
