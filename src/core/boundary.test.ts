import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { suite, test } from 'node:test';
import {
  type BoundaryFailure,
  boundaries,
  boundary,
  dropped,
  onBoundaryFailure,
} from './boundary.ts';

const emits = boundary('test.emitter', 'socket event');

function setup() {
  const failures: BoundaryFailure[] = [];
  const listening = onBoundaryFailure((failure) => failures.push(failure));
  const ended: string[] = [];
  return {
    failures,
    ended,
    end: (error: Error) => ended.push(error.message),
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}

suite('a boundary', () => {
  test('hands arguments over, and passes nothing on of what is thrown', () => {
    using world = setup();
    const emitter = new EventEmitter();
    const seen: unknown[] = [];
    emitter.on(
      'data',
      emits.guard((octets: string, more: number) => {
        seen.push([octets, more]);
        throw new Error('cannot read that');
      }, world.end),
    );
    emitter.emit('data', 'abc', 3);
    assert.deepEqual(seen, [['abc', 3]]);
    assert.deepEqual(world.ended, ['cannot read that']);
    assert.deepEqual(
      world.failures.map(({ boundary: name, error }) => [name, error.message]),
      [['test.emitter', 'cannot read that']],
    );
  });

  test('hears of a rejection too, and of what is thrown that is no error', async () => {
    using world = setup();
    const { promise, resolve } = Promise.withResolvers<void>();
    emits.run(
      () => Promise.reject(new Error('refused by the store')),
      (error) => {
        world.end(error);
        resolve();
      },
    );
    await promise;
    emits.run(() => {
      throw 'words' as unknown;
    }, world.end);
    assert.deepEqual(world.ended, ['refused by the store', 'Something was thrown: a string']);
    assert.equal(world.failures.length, 2);
  });

  test('tells in one report of an end that fails in turn', async () => {
    using world = setup();
    emits.run(() => {
      throw new Error('first');
    }, cannotClose);
    assert.deepEqual(
      world.failures.map(({ error, endError }) => [error.message, endError?.message]),
      [['first', 'cannot close']],
    );
  });

  test('fails the next entry alone where a test asks for it', () => {
    using world = setup();
    let calls = 0;
    const call = emits.guard(() => {
      calls += 1;
    }, world.end);
    emits.failNext();
    call();
    call();
    assert.equal(calls, 1);
    assert.deepEqual(world.ended, ['A test made the next entry through test.emitter fail']);
    assert.equal(emits.disarm(), true);
    emits.failNext();
    assert.equal(emits.disarm(), false, 'nothing came through');
    call();
    assert.equal(world.failures.length, 1);
  });

  test('has a name of its own, made of its room and what it is', () => {
    assert.ok(boundaries().includes(emits));
    assert.throws(() => boundary('test.emitter', 'timer'), /declared twice/);
    assert.throws(() => boundary('Emitter', 'timer'), /names no boundary/);
  });

  test('throws in the next turn where nobody listens to its failures', (context) => {
    const later = context.mock.method(process, 'nextTick', () => undefined);
    emits.run(() => {
      throw new Error('nobody hears');
    }, dropped);
    const rethrow = later.mock.calls[0]?.arguments[0] as unknown as () => void;
    assert.throws(rethrow, /nobody hears/);
  });
});

function cannotClose(): never {
  throw new Error('cannot close');
}
