import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { errorFields, type LogLevel, maskPhone, maskWithin, openLog } from './log.ts';

/** Linux has a device that is full for ever. */
const withoutFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full';

function setup(level: LogLevel) {
  const lines: Record<string, unknown>[] = [];
  const log = openLog(level, (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  return { log, lines };
}

suite('a log', () => {
  test('writes one JSON line for each thing that happened', () => {
    const { log, lines } = setup('info');
    log.warn('operator.lost', { operator: 'one', retryAtMs: 5 });
    const [{ time, ...line } = {}, ...others] = lines;
    assert.deepEqual(line, {
      level: 'warn',
      event: 'operator.lost',
      operator: 'one',
      retryAtMs: 5,
    });
    assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(others, []);
  });

  test('a text with line ends is one line of the log', () => {
    const written: string[] = [];
    const log = openLog('info', (line) => written.push(line));
    const text = 'a\r\n{"level":"error","event":"forged"}\u2028\u0085\0';
    log.info('request.refused', { text });
    assert.equal(written.length, 1);
    assert.equal(written[0]?.indexOf('\n'), (written[0]?.length ?? 0) - 1);
    assert.equal((JSON.parse(written.join('')) as { readonly text: string }).text, text);
  });

  test('lets the program go on where its disk is full', { skip: withoutFullDevice }, () => {
    const module = path.join(import.meta.dirname, 'log.ts');
    const program = `const { openLog } = await import(${JSON.stringify(module)});
      const log = openLog('warn');
      for (let line = 0; line < 50_000; line++) log.warn('storage.lost', { line });
      console.log('still here');`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
    });
    assert.deepEqual([status, stdout], [0, 'still here\n']);
  });

  test('leaves out what is below its level', () => {
    const { log, lines } = setup('warn');
    log.debug('request.answered');
    log.info('request.refused');
    log.warn('request.postponed');
    log.error('request.failed');
    assert.deepEqual(
      lines.map(({ level, event }) => [level, event]),
      [
        ['warn', 'request.postponed'],
        ['error', 'request.failed'],
      ],
    );
  });

  test('says whether debug lines are worth building', () => {
    assert.equal(setup('debug').log.debugs, true);
    assert.equal(setup('info').log.debugs, false);
    assert.equal(setup('silent').log.debugs, false);
  });

  test('silent, writes nothing', () => {
    const { log, lines } = setup('silent');
    log.error('request.failed');
    assert.deepEqual(lines, []);
  });
});

test('a phone is shortened, with its plus or without', () => {
  assert.equal(maskPhone('33639980001'), '+336*****01');
  assert.equal(maskPhone('+33639980001'), '+336*****01');
});

test('a key of ours shows what it is about, and neither whom nor where to', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['7/33639980001', '7/+336*****01'],
    ['7/FR', '7/FR'],
    ['7/12', '7/12'],
    [
      'key-network:3:198.51.0.0/16:ada@shop.example',
      'key-network:3:198.51.0.0/16:a***@shop.example',
    ],
    ['voicemail:12', 'voicemail:12'],
  ];
  for (const [key, shown] of cases) assert.equal(maskWithin(key), shown);
});

test('an error is its name, its code and its words', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  assert.deepEqual(errorFields(refused), {
    error: 'Error',
    reason: 'connect ECONNREFUSED',
    code: 'ECONNREFUSED',
  });
  assert.deepEqual(errorFields(new TypeError('no')), { error: 'TypeError', reason: 'no' });
  assert.deepEqual(errorFields('a secret'), { error: 'string' });
});

test('an error whose words repeat what it was given is told without them', () => {
  assert.throws(
    () => JSON.parse('{"secret": canary}'),
    (error: unknown) => {
      assert.match(String(error), /canary/);
      assert.deepEqual(errorFields(error), { error: 'SyntaxError' });
      return true;
    },
  );
  const words = 'invalid input syntax for type bigint: "canary"';
  const refused = Object.assign(new Error(words), { code: '22P02', severity: 'ERROR' });
  assert.deepEqual(errorFields(refused), { error: 'Error', code: '22P02' });
});
