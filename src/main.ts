#!/usr/bin/env -S node
/** The program: hands the command line the outside world, and ends when nothing is left to do. */
import type { ListenRequest } from './cli/listen-request.ts';
import { runCommand } from './cli/run-command.ts';
import { readStandardInput } from './cli/standard-input.ts';
import { type Config, processEnvironment } from './config.ts';
import { ignored } from './core/boundary.ts';
import { stayAwake, systemClock } from './core/clock.ts';
import { faultFields } from './core/fault-fields.ts';
import { flushLogs, type Log, openLog } from './core/log.ts';

// A reader that has seen enough (`parley account list | head`) is no failure, nor is a full disk behind it.
process.stdout.on('error', ignored);
process.stderr.on('error', ignored);

/** It takes a second to load: a command that a running server answers does without. */
const loadApp = () => import('./app.ts');

process.exitCode = await run();

/** A command in progress may have only timers to wait for, and those let the process end. */
async function run(): Promise<number> {
  using _ = stayAwake();
  return await runCommand(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readInput: () => readStandardInput(process.stdin, systemClock),
    environment: processEnvironment,
    clock: systemClock,
    open: async (config, wish) => (await loadApp()).openInstallation(config, wish),
    serve,
    move: async (config, request) => (await import('./move.ts')).moveTo(config, request),
    backups: async () => (await loadApp()).backupPorts,
    listen,
  });
}

async function serve(config: Config): Promise<void> {
  endOnFailure(openLog(config.logLevel));
  const told = toldToStop();
  const { lowerHelperThreads, startApp, threadsOf } = await loadApp();
  await lowerHelperThreads();
  await using app = await startApp(config, { endProcess, threads: threadsOf(config) });
  process.stdout.write(app.banner);
  await told;
}

/** 70 is EX_SOFTWARE of sysexits.h: neither misuse (2), which systemd does not start again, nor a refused start (1). */
function endProcess(how: 'exit' | 'kill'): void {
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  process.exit(70);
}

async function listen(request: ListenRequest): Promise<string | undefined> {
  const stopped = new AbortController();
  void toldToStop().then(() => stopped.abort(new Error('Told to stop')));
  const { listenAndForward } = await loadApp();
  return listenAndForward(request, stopped.signal);
}

/**
 * What no boundary has caught may have left anything half done, so nothing goes on from there: what was accepted
 * is in the storage, and the next start carries on.
 */
function endOnFailure(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    const exitCode = 1;
    log.error('process.failed', { origin, exitCode, ...faultFields(error) });
    flushLogs();
    process.exit(exitCode);
  });
}

/** The first signal is ours; the next one finds no listener, and ends the process at once. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
