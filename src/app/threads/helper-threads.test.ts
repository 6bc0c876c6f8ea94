import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { suite, test } from 'node:test';
import { nicenessBeside } from '#core/thread-priority.ts';

const module = new URL('./helper-threads.ts', import.meta.url).href;
const helpers = ['node-V8Worker', 'libuv-worker'];
const isLinux = process.platform === 'linux';

/** Niceness of each thread of a process that runs the call, by the thread's name. */
function nicenessAfter(call: string): readonly (readonly [string, number])[] {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { lowerHelperThreads } from '${module}';
    await ${call};
    const tasks = readdirSync('/proc/self/task');
    const named = tasks.map((task) => [readFileSync('/proc/self/task/' + task + '/comm', 'utf8').trimEnd(), getPriority(Number(task))]);
    process.stdout.write(JSON.stringify(named));`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.equal(ran.status, 0, String(ran.stderr));
  return JSON.parse(String(ran.stdout)) as [string, number][];
}

suite('Threads of V8 and libuv', {
  skip: isLinux ? false : 'Linux alone has a priority for each thread',
}, () => {
  test('go after requests, and nothing else does', () => {
    const threads = nicenessAfter('lowerHelperThreads()');
    const names = new Set(threads.map(([name]) => name));
    assert.ok(
      helpers.every((name) => names.has(name)),
      'Node names them otherwise',
    );
    for (const [name, niceness] of threads) {
      const expected = helpers.includes(name) ? nicenessBeside(getPriority()) : getPriority();
      assert.equal(niceness, expected, name);
    }
  });

  test('stay as they are where threads cannot be listed', () => {
    const threads = nicenessAfter("lowerHelperThreads('/nowhere')");
    for (const [name, niceness] of threads) assert.equal(niceness, getPriority(), name);
  });
});
