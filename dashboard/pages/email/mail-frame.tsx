/** Shows html of a mail that is being written, in a document of its own that runs and loads nothing. */
import { useEffect, useRef } from 'react';
import classes from './mail-frame.module.css';

type MailFrameProps = {
  /** As the server has made it harmless. */
  readonly html: string;
  readonly title: string;
};

export function MailFrame({ html, title }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame has an opaque origin, which `*` alone matches; it gets only the email that it shows.
  const show = () => frame.current?.contentWindow?.postMessage(`${paper}${html}`, '*');
  useEffect(show);
  return (
    <iframe
      ref={frame}
      className={classes['frame']}
      title={title}
      src="/mail-frame"
      sandbox="allow-scripts"
      onLoad={show}
    />
  );
}

/** Mails are made for white paper. */
const paper =
  '<!doctype html><meta name="color-scheme" content="only light"><style>html{background:#fff;color:#000;font-family:sans-serif;overflow-wrap:anywhere}img{max-width:100%}</style>';
