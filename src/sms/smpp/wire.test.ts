import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { SocketWire, type WireOptions } from './wire.ts';

/** A socket whose writes complete when a test says so. */
class SlowSocket extends Duplex {
  readonly written: Buffer[] = [];
  readonly #held: (() => void)[] = [];

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.written.push(chunk);
    this.#held.push(done);
  }

  complete(): void {
    for (const done of this.#held.splice(0)) done();
  }
}

function openWire(options: WireOptions = {}) {
  const socket = new SlowSocket();
  const clock = new HeldClock();
  const wire = new SocketWire(socket as unknown as Socket, clock, options);
  const told = { received: [] as Buffer[], drained: 0, gone: 0 };
  wire.attach({
    received: (chunk) => void told.received.push(chunk),
    drained: () => void told.drained++,
    gone: () => void told.gone++,
  });
  return { socket, clock, wire, told };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite('a wire', () => {
  test('writes all that one turn sends at once', async () => {
    const { socket, wire } = openWire();
    assert.equal(wire.write, 1);
    wire.send(Buffer.from('a'));
    wire.send(Buffer.from('b'));
    assert.deepEqual(socket.written, []);
    await nextTurn();
    wire.send(Buffer.from('c'));
    assert.equal(wire.write, 2);
    await nextTurn();
    socket.complete();
    await nextTurn();
    assert.deepEqual(socket.written.map(String), ['ab', 'c']);
  });

  test('that may not write any more destroys its socket with what was to be written', async () => {
    let mayWrite = true;
    const { socket, wire, told } = openWire({ mayWrite: () => mayWrite });
    wire.send(Buffer.from('a'));
    await nextTurn();
    wire.send(Buffer.from('b'));
    mayWrite = false;
    await nextTurn();
    socket.complete();
    await nextTurn();
    assert.deepEqual(socket.written.map(String), ['a']);
    assert.equal(told.gone, 1);
  });

  test('is not writable from a full socket until it has drained', async () => {
    const { socket, wire, told } = openWire();
    wire.send(Buffer.alloc(100_000));
    await nextTurn();
    assert.equal(wire.isWritable, false);
    socket.complete();
    await nextTurn();
    assert.equal(wire.isWritable, true);
    assert.equal(told.drained, 1);
  });

  test('does not read while more than a megabyte waits to be read by the peer', async () => {
    const { socket, wire } = openWire();
    wire.send(Buffer.alloc(1_000_000));
    await nextTurn();
    assert.equal(socket.isPaused(), false);
    wire.send(Buffer.alloc(100_000));
    await nextTurn();
    assert.equal(socket.isPaused(), true);
    wire.resume();
    assert.equal(socket.isPaused(), true, 'its user may want to, the peer still does not read');
    socket.complete();
    await nextTurn();
    socket.complete();
    await nextTurn();
    assert.equal(socket.isPaused(), false);
  });

  test('stays paused for its user when the socket has drained', async () => {
    const { socket, wire } = openWire();
    wire.pause();
    wire.send(Buffer.alloc(100_000));
    await nextTurn();
    socket.complete();
    await nextTurn();
    assert.equal(socket.isPaused(), true);
    wire.resume();
    assert.equal(socket.isPaused(), false);
  });

  test('ended, it writes what was sent and lets go of a peer that does not', async () => {
    const { socket, wire, clock, told } = openWire();
    wire.send(Buffer.from('last words'));
    wire.end();
    wire.end();
    wire.send(Buffer.from('too late'));
    assert.deepEqual(socket.written.map(String), ['last words']);
    assert.equal(wire.isWritable, false);
    assert.equal(told.gone, 0);
    clock.advance(5_000);
    await wire.closed;
    assert.equal(told.gone, 1);
    assert.equal(clock.timersWaiting, 0);
  });

  test('destroyed, it writes nothing more', async () => {
    const { socket, wire, told } = openWire();
    wire.send(Buffer.from('never'));
    wire.destroy();
    await wire.closed;
    assert.deepEqual(socket.written, []);
    assert.equal(wire.write, 1);
    assert.equal(told.gone, 1);
  });
});
