/** nginx, HAProxy and Apache on ports and folders of their own: receivers that nobody here wrote. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from './free-port.ts';
import { runnable } from './runnable.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Why tests with them are skipped; false where they are not. */
export const withoutNginx = await runnable('nginx', ['-v']);
export const withoutHaproxy = await runnable('haproxy', ['-v'], 'HAProxy');
export const withoutApache = await runnable('apache2', ['-v'], 'Apache');

export type WebServer = AsyncDisposable & { readonly url: string };

/** `lines`: what stands in its `server` block. */
export function startNginx(lines: readonly string[]): Promise<WebServer> {
  return start((port, folder) => {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const configuration = `
      daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
      events { worker_connections 64; }
      http {
        access_log off;
        ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        server { listen 127.0.0.1:${port}; ${lines.join('\n')} }
      }`;
    const words = ['-p', folder, '-e', `${folder}/errors`, '-c', `${folder}/configuration`];
    return { program: 'nginx', words, configuration };
  });
}

/** `lines`: what stands in its one `frontend`, and the sections behind it. */
export function startHaproxy(lines: readonly string[]): Promise<WebServer> {
  return start((port, folder) => {
    const configuration = `
global
  maxconn 64
defaults
  mode http
  timeout connect 1s
  timeout client 10s
  timeout server 1s
frontend hooks
  bind 127.0.0.1:${port}
  ${lines.join('\n  ')}
`;
    return { program: 'haproxy', words: ['-db', '-f', `${folder}/configuration`], configuration };
  });
}

/** `lines`: what stands behind the modules of a proxy. */
export function startApache(lines: readonly string[]): Promise<WebServer> {
  return start((port, folder) => {
    const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http'];
    const configuration = `
ServerRoot "${folder}"
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${folder}/pid"
Mutex file:${folder}
ErrorLog "${folder}/errors"
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${lines.join('\n')}
`;
    const words = ['-X', '-f', `${folder}/configuration`];
    return { program: 'apache2', words, configuration };
  });
}

type Run = {
  readonly program: string;
  readonly words: readonly string[];
  readonly configuration: string;
};

async function start(make: (port: number, folder: string) => Run): Promise<WebServer> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder()).path;
  const port = await freeTcpPort();
  const { program, words, configuration } = make(port, folder);
  await writeFile(path.join(folder, 'configuration'), configuration);
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  stack.defer(() => stop(child));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await systemClock.sleep(20);
  }
  const opened = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
