/** A call that this page makes: its line, microphone and loudspeaker, opened and closed together. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LineOrder } from '#simulator/phone-line/messages.ts';
import { sessionEnded } from '../app/session.tsx';
import { type CallStory, continueStory, cutOff, isUnderWay, untold } from './call-story.ts';
import { Ear } from './ear.ts';
import { type Mouth, type NoMouth, openMouth } from './mouth.ts';
import { PhoneLine } from './phone-line.ts';

export type Microphone = 'unasked' | 'asked' | 'open' | NoMouth;

type CallWish = Omit<Extract<LineOrder, { readonly do: 'call' }>, 'do'>;

type Instruments = { line?: PhoneLine; mouth?: Mouth; ear: Ear; isGone: boolean };

/** The codes that the server closes a line with. */
const ends: Readonly<Record<number, string>> = { 4401: 'session', 4429: 'too many' };

export function usePhoneCall(account: number) {
  const [story, setStory] = useState<CallStory>(untold);
  const [microphone, setMicrophone] = useState<Microphone>('unasked');
  const held = useRef<Instruments>(undefined);

  const putAway = useCallback(() => {
    const instruments = held.current;
    held.current = undefined;
    if (instruments === undefined) return;
    instruments.isGone = true;
    instruments.line?.close();
    instruments.mouth?.close();
    instruments.ear.close();
  }, []);
  useEffect(() => putAway, [putAway]);

  /** To be called by a click: browsers let sound begin only then. */
  const begin = async (wish: CallWish) => {
    putAway();
    const instruments: Instruments = { ear: new Ear(), isGone: false };
    held.current = instruments;
    setStory(continueStory(untold, { side: 'caller', what: 'calling' }));
    setMicrophone('asked');
    const mouth = await openMouth((frame) => instruments.line?.say(frame));
    if (typeof mouth !== 'string') instruments.mouth = mouth;
    // Somebody has left the page, or hung up, while the browser asked for leave.
    if (instruments.isGone) {
      instruments.mouth?.close();
      return;
    }
    setMicrophone(typeof mouth === 'string' ? mouth : 'open');
    instruments.line = new PhoneLine(
      account,
      { do: 'call', ...wish },
      {
        told: (event) => setStory((before) => continueStory(before, event)),
        heard: (frame) => instruments.ear.play(frame),
        closed: (code) => {
          if (code === 4_401) sessionEnded();
          if (instruments.isGone) return;
          setStory((before) => cutOff(before, ends[code] ?? 'cut'));
          putAway();
        },
      },
    );
  };

  const order = (wanted: LineOrder) => held.current?.line?.order(wanted);
  const hangUp = () => {
    if (held.current?.line !== undefined) order({ do: 'hang up', side: 'caller' });
    else {
      putAway();
      setStory(untold);
    }
  };
  return { story, microphone, isUnderWay: isUnderWay(story), begin, order, hangUp };
}
