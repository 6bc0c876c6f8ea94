/** Plays a voicemail, with the shape of its sound above: where somebody speaks, and how far it is played. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../api/api-failure.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatDuration, formatShare } from '../../components/format.ts';
import { callTexts } from '../../texts/call-pages.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';
import { headerBytes, type Waveform, waveformOf } from './waveform.ts';

type PlayerProps = { readonly source: string; readonly onPlay: () => void };

export function VoicemailPlayer({ source, onPlay }: PlayerProps) {
  const texts = useTexts(callTexts);
  const [played, setPlayed] = useState(0);
  const [isBroken, setBroken] = useState(false);
  return (
    <Stack gap={4}>
      <Shape source={source} played={played} />
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what a caller has said */}
      <audio
        controls
        autoPlay
        className={classes['player']}
        src={source}
        onPlay={onPlay}
        onError={() => setBroken(true)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setPlayed(duration > 0 ? currentTime / duration : 0)
        }
      />
      {isBroken ? (
        <Text size="sm" role="alert">
          {texts.notPlayed}
        </Text>
      ) : null}
    </Stack>
  );
}

const slices = 90;

function Shape({ source, played }: { readonly source: string; readonly played: number }) {
  const { data, error } = useQuery({
    queryKey: ['waveform', source],
    queryFn: ({ signal }) => readWaveform(source, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <FailureNote failure={error} />;
  return <Bars waveform={data} played={played} />;
}

/** Its place is there before the sound is, so that nothing jumps. */
function Bars({
  waveform,
  played,
}: {
  readonly waveform: Waveform | undefined;
  readonly played: number;
}) {
  const texts = useTexts(callTexts);
  const { language } = useLanguage();
  const told =
    waveform === undefined
      ? ''
      : fill(texts.waveform, {
          length: formatDuration(waveform.durationMs, language),
          quiet: formatShare(waveform.quiet, language),
        });
  return (
    <svg
      className={classes['waveform']}
      viewBox={`0 0 ${slices * 4} 40`}
      preserveAspectRatio="none"
      role="img"
      aria-label={told}
    >
      {waveform?.peaks.map((peak, at) => {
        const high = Math.max(1, peak * 38);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a slice is known by its place alone.
            key={at}
            x={at * 4}
            y={20 - high / 2}
            width="3"
            height={high}
            data-played={at / slices < played || undefined}
          />
        );
      })}
    </svg>
  );
}

/** What stands behind the header: the player asks for the beginning, and that is the listen that is written down. */
async function readWaveform(source: string, signal: AbortSignal): Promise<Waveform> {
  const response = await fetch(source, {
    headers: { Range: `bytes=${headerBytes}-` },
    redirect: 'error',
    signal,
  });
  if (response.ok) return waveformOf(await response.arrayBuffer(), slices);
  const body: unknown = await response.json().catch(() => undefined);
  throw failureOf(response.status, body, response.headers);
}
