/** What one media worker does: all its calls, their ports, and the tick that lets them speak. */
import { dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { decodeG711 } from './g711.ts';
import type { MediaCounters, MediaOrder, RecordOrder, SideName } from './media.ts';
import { orders, ticks } from './media-boundaries.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { Player } from './player.ts';
import { PortPairs, type PortRange } from './ports.ts';
import { Recorder } from './recorder.ts';
import { type RtpPacket, withPayload } from './rtp.ts';
import { Side, type SideUser } from './side.ts';
import { KeyReader } from './telephone-event.ts';

export type RoomPorts = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly tell: (what: FromWorker) => void;
};

const tickMs = 20;
/** A thread that stood still says what it missed up to here, and skips the rest. */
const lateTicksMax = 5;
/** Ports of the range that somebody else holds are passed over. */
const portTriesMax = 64;
const sweepTicks = 50;

type Call = {
  readonly id: number;
  readonly kind: MediaOrder['kind'];
  readonly sides: Map<SideName, Side>;
  readonly player: Player | undefined;
  readonly keys: KeyReader;
  recorder: Recorder | undefined;
  isListening: boolean;
  heardAtMs: number;
  silentMs: number;
};

export class MediaRoom implements AsyncDisposable {
  readonly #ports: RoomPorts;
  readonly #pairs: PortPairs;
  readonly #calls = new Map<number, Call>();
  #timer: Timer | undefined;
  #nextTickMs = 0;
  #ticks = 0;

  constructor(range: PortRange, ports: RoomPorts) {
    this.#pairs = new PortPairs(range, ports.random);
    this.#ports = ports;
  }

  async take(what: Exclude<ToWorker, { readonly say: 'end' }>): Promise<void> {
    if (what.say === 'open') {
      await this.#open(what.call, what.order);
      return;
    }
    const call = this.#calls.get(what.call);
    if (call === undefined) return;
    switch (what.say) {
      case 'lock':
        call.sides.get(what.side)?.lock(what.peer);
        return;
      case 'watch':
        call.silentMs = what.silentMs;
        call.heardAtMs = this.#ports.clock.monotonicMs();
        return;
      case 'play':
        call.player?.play(what.pcm);
        return;
      case 'stream':
        call.player?.stream(what.pcm);
        return;
      case 'hush':
        call.player?.hush();
        return;
      case 'press':
        call.player?.press(what.key);
        return;
      case 'record':
        this.#record(call, what.order);
        return;
      case 'stop recording':
        call.recorder?.stop('stopped');
        return;
      case 'listen':
        call.isListening = what.wanted;
        return;
      case 'close':
        await this.#close(call);
    }
  }

  /** Of a call that an order or a tick failed for: its owner hears that it has none, or that it is closed. */
  giveUp(id: number): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    for (const side of call?.sides.values() ?? []) {
      orders.run(async () => {
        await side[Symbol.asyncDispose]();
        this.#pairs.release(side.port);
      }, dropped);
    }
    this.#ports.tell({ tell: 'broken', call: id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#calls.values()].map((call) => this.#close(call)));
    this.#timer?.cancel();
  }

  async #open(id: number, { kind, bindAddress, otherAddress }: MediaOrder): Promise<void> {
    const names: SideName[] = kind === 'relay' ? ['a', 'b'] : ['a'];
    const call = this.#makeCall(id, kind);
    const user = this.#userOf(call);
    for (const name of names) {
      const address = name === 'b' ? (otherAddress ?? bindAddress) : bindAddress;
      const side = await this.#openSide(name, address, user);
      if (side === undefined) {
        await this.#release(call);
        this.#ports.tell({ tell: 'no port', call: id });
        return;
      }
      call.sides.set(name, side);
    }
    this.#calls.set(id, call);
    this.#startTicking();
    const ports = Object.fromEntries([...call.sides].map(([name, { port }]) => [name, port]));
    this.#ports.tell({ tell: 'opened', call: id, ports });
  }

  #makeCall(id: number, kind: MediaOrder['kind']): Call {
    const { clock, random } = this.#ports;
    const draw = (): number => Math.floor(random() * 2 ** 32);
    const start = { ssrc: draw(), sequence: draw() & 0xffff, timestamp: draw() };
    return {
      id,
      kind,
      sides: new Map(),
      player: kind === 'voice' ? new Player(start) : undefined,
      keys: new KeyReader(),
      recorder: undefined,
      isListening: false,
      heardAtMs: clock.monotonicMs(),
      silentMs: 0,
    };
  }

  async #openSide(name: SideName, bindAddress: string, user: SideUser): Promise<Side | undefined> {
    for (let tries = 0; tries < portTriesMax; tries++) {
      const port = this.#pairs.take();
      if (port === undefined) return undefined;
      try {
        return await Side.open(name, { bindAddress, port }, user);
      } catch {
        this.#pairs.passOver(port);
      }
    }
    return undefined;
  }

  #userOf(call: Call): SideUser {
    const { clock, tell } = this.#ports;
    return {
      rtp: (side, octets, header) => {
        call.heardAtMs = clock.monotonicMs();
        if (call.kind === 'relay') otherSide(call, side)?.sendRtp(octets);
        else this.#hear(call, side, withPayload(octets, header));
      },
      rtcp: (side, octets) => otherSide(call, side)?.sendRtcp(octets),
      locked: (side, address, port) =>
        tell({ tell: 'locked', call: call.id, side: side.name, address, port }),
    };
  }

  #hear(call: Call, side: Side, packet: RtpPacket): void {
    const voice = side.peer?.voice;
    if (voice === undefined) return;
    if (packet.payloadType === voice.eventPayloadType) {
      const digit = call.keys.take(packet);
      if (digit !== undefined) this.#ports.tell({ tell: 'digit', call: call.id, digit });
      return;
    }
    if (packet.payloadType !== voice.payloadType) return;
    call.recorder?.take(packet, this.#ports.clock.monotonicMs());
    if (!call.isListening) return;
    this.#ports.tell({ tell: 'heard', call: call.id, pcm: decodeG711(voice.law, packet.payload) });
  }

  #record(call: Call, order: RecordOrder): void {
    const law = call.sides.get('a')?.peer?.voice?.law;
    if (law === undefined || call.recorder !== undefined) return;
    call.recorder = new Recorder(order, {
      law,
      nowMs: this.#ports.clock.monotonicMs(),
      ended: (end) => {
        call.recorder = undefined;
        this.#ports.tell({ tell: 'ended', call: call.id, end });
      },
    });
  }

  async #close(call: Call): Promise<void> {
    this.#calls.delete(call.id);
    const { recorder } = call;
    recorder?.stop('stopped');
    await recorder?.settled;
    const counters = await this.#release(call);
    this.#ports.tell({ tell: 'closed', call: call.id, counters });
    if (this.#calls.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  async #release({ sides }: Call): Promise<MediaCounters> {
    const counters = Object.fromEntries([...sides].map(([name, side]) => [name, side.counters]));
    for (const side of sides.values()) {
      await side[Symbol.asyncDispose]();
      this.#pairs.release(side.port);
    }
    sides.clear();
    return counters;
  }

  #startTicking(): void {
    if (this.#timer !== undefined) return;
    this.#nextTickMs = this.#ports.clock.monotonicMs() + tickMs;
    this.#timer = this.#ports.clock.after(tickMs, () => this.#tick());
  }

  /** On an absolute clock, so that being late once does not make everything later. */
  #tick(): void {
    const nowMs = this.#ports.clock.monotonicMs();
    const due = Math.floor((nowMs - this.#nextTickMs) / tickMs) + 1;
    const spoken = Math.min(Math.max(due, 0), lateTicksMax);
    for (let each = 0; each < spoken; each++) this.#speak();
    this.#nextTickMs += Math.max(due, 0) * tickMs;
    this.#ticks += 1;
    if (this.#ticks % sweepTicks === 0) this.#sweep(nowMs);
    this.#timer = this.#ports.clock.after(Math.max(1, this.#nextTickMs - nowMs), () =>
      this.#tick(),
    );
  }

  #speak(): void {
    for (const call of this.#calls.values()) {
      try {
        ticks.enter();
        this.#speakIn(call);
      } catch (error) {
        ticks.caught(error);
        this.giveUp(call.id);
      }
    }
  }

  #speakIn(call: Call): void {
    const side = call.sides.get('a');
    const voice = side?.peer?.voice;
    if (call.player === undefined || voice === undefined) return;
    const { octets, hasEnded } = call.player.speak(voice);
    side?.sendRtp(octets);
    if (hasEnded) {
      this.#ports.tell({ tell: 'ended', call: call.id, end: { what: 'playing' } });
    }
  }

  #sweep(nowMs: number): void {
    for (const call of this.#calls.values()) {
      call.recorder?.tick(nowMs);
      if (call.silentMs === 0 || nowMs - call.heardAtMs < call.silentMs) continue;
      // Told once; who wants to be told again watches again.
      call.silentMs = 0;
      this.#ports.tell({ tell: 'silent', call: call.id });
    }
  }
}

function otherSide({ sides }: Call, { name }: Side): Side | undefined {
  return sides.get(name === 'a' ? 'b' : 'a');
}
