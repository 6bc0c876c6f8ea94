/** The microphone of this browser, where there is one and its owner lets us have it. */
// oxlint-disable-next-line import/default -- Vite builds it and gives its address
import worklet from './mouth-worklet.ts?worker&url';

export type Mouth = { readonly close: () => void };

/** `missing`: plain http hosts have none, nor has a machine without a microphone. */
export type NoMouth = 'missing' | 'refused';

/** `said`: frames of 20 ms, PCM of 16 bit, little-endian, 8 kHz. */
export async function openMouth(said: (frame: ArrayBuffer) => void): Promise<Mouth | NoMouth> {
  if (!('mediaDevices' in navigator) || !('audioWorklet' in AudioContext.prototype)) {
    return 'missing';
  }
  const stream = await askForMicrophone();
  if (typeof stream === 'string') return stream;
  const context = new AudioContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(worklet);
    const node = new AudioWorkletNode(context, 'mouth', { numberOfOutputs: 0 });
    node.port.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => said(data));
    node.port.start();
    context.createMediaStreamSource(stream).connect(node);
    await context.resume();
    return { close };
  } catch {
    close();
    return 'missing';
  }
}

async function askForMicrophone(): Promise<MediaStream | NoMouth> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
    });
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError'
      ? 'refused'
      : 'missing';
  }
}
