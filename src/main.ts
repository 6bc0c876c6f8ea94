#!/usr/bin/env -S node
/** The program: hands the command line the outside world, and ends when nothing is left to do. */
import { backupPorts, listenAndForward, openInstallation, startApp } from './app.ts';
import type { ListenRequest } from './cli/listening.ts';
import { runCommand } from './cli/run-command.ts';
import { readStandardInput } from './cli/standard-input.ts';
import { type Config, processEnvironment } from './config.ts';
import { systemClock } from './core/clock.ts';
import { moveTo } from './move.ts';

// A reader that has seen enough (`parley account list | head`) is no failure, nor is a full disk behind it.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  readInput: () => readStandardInput(process.stdin, systemClock),
  environment: processEnvironment,
  clock: systemClock,
  open: openInstallation,
  serve,
  move: moveTo,
  backups: backupPorts,
  listen,
});

async function serve(config: Config): Promise<void> {
  const told = toldToStop();
  await using app = await startApp(config);
  process.stdout.write(app.banner);
  await told;
}

async function listen(request: ListenRequest): Promise<string | undefined> {
  const stopped = new AbortController();
  void toldToStop().then(() => stopped.abort(new Error('Told to stop')));
  return listenAndForward(request, stopped.signal);
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
