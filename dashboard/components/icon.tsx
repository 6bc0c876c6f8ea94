/** Small line drawings, 20 by 20, in the colour of the text beside them. They say nothing alone. */

const shapes = {
  home: 'M3 9.5 10 4l7 5.5M5 8.5V16h4v-4h2v4h4V8.5',
  send: 'M17 3 9 11M17 3l-5 14-3-6-6-3z',
  messages: 'M3 4.5h14v9H9l-4 3v-3H3z',
  replies: 'M8 5 3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5',
  number: 'M7.5 3 6 17M14 3l-1.5 14M3.5 7.5H17M3 12.5h13.5',
  voicemail: 'M6 13.5a3 3 0 1 1 0-6 3 3 0 0 1 0 6zm8 0a3 3 0 1 1 0-6 3 3 0 0 1 0 6zm-8 0h8',
  call: 'M5 3.5h2.5L9 7.5 7.2 9a9 9 0 0 0 3.8 3.8l1.5-1.8 4 1.5V15a1.5 1.5 0 0 1-1.5 1.5A11.5 11.5 0 0 1 3.5 5 1.5 1.5 0 0 1 5 3.5z',
  stop: 'M7 3h6l4 4v6l-4 4H7l-4-4V7zM7 10h6',
  chart: 'M3.5 3.5v13h13M7 13.5v-3M10.5 13.5v-7M14 13.5v-5',
  settings: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  mail: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  domain:
    'M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM3 10h14M10 3c2.5 2 2.5 12 0 14M10 3c-2.5 2-2.5 12 0 14',
  block: 'M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM5.2 5.2l9.6 9.6',
  tray: 'M3 11.5 5.5 4h9l2.5 7.5V16H3zM3 11.5h4L8 13.5h4l1-2h4',
  webhook:
    'M6 14.5a2.5 2.5 0 1 1 1.5-4.5L10 5.5M14 14.5H6M10 5.5a2.5 2.5 0 1 1 2.4 3.2M12.4 8.7 14 12a2.5 2.5 0 1 1-1.5 4.5',
  inspect: 'M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11zM12.5 12.5 17 17',
  wallet: 'M3.5 6h11.5a1.5 1.5 0 0 1 1.5 1.5v8H5A1.5 1.5 0 0 1 3.5 14zM3.5 6 13 3.5V6M13.5 11.5h.1',
  price: 'M3.5 10.5V4h6.5l7 7-6 6zM7 7.5h.1',
  people:
    'M7.5 9.5a2.75 2.75 0 1 1 0-5.5 2.75 2.75 0 0 1 0 5.5zM2.5 16c.3-2.8 2-4.3 5-4.3s4.7 1.5 5 4.3M13 4.3a2.7 2.7 0 0 1 0 5M14.7 12c1.7.6 2.6 2 2.8 4',
  person: 'M10 9.5A3 3 0 1 1 10 3.5a3 3 0 0 1 0 6zM4 16.5c.4-3.2 2.4-4.8 6-4.8s5.6 1.6 6 4.8',
  tree: 'M10 7V4h-.1M4.5 13V10h11v3M10 7v3M8 4h4v3H8zM2.5 13h4v3h-4zM13.5 13h4v3h-4z',
  audit: 'M5 3h7l3 3v11H5zM7.5 9h5M7.5 12h5',
  operator:
    'M10 8.5v8.5M10 8.5a1 1 0 1 1 0-2 1 1 0 0 1 0 2zM6.5 11a5 5 0 0 1 0-7M13.5 4a5 5 0 0 1 0 7M4.3 13a8 8 0 0 1 0-11M15.7 2a8 8 0 0 1 0 11',
  route:
    'M5 16.5a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zm10-10a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zM6.5 15H13a2.5 2.5 0 0 0 0-5H7a2.5 2.5 0 0 1 0-5h6.5',
  lane: 'M3 5.5h14M3 10h9M3 14.5h14M15 10h.1',
  system: 'M3.5 4h13v5h-13zM3.5 11h13v5h-13zM6.5 6.5h.1M6.5 13.5h.1',
  limit: 'M3.5 14a6.5 6.5 0 1 1 13 0M10 14l3-4.5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  docs: 'M10 5.5C8.5 4.3 6.5 4 3.5 4v11.5c3 0 5 .3 6.5 1.5M10 5.5C11.5 4.3 13.5 4 16.5 4v11.5c-3 0-5 .3-6.5 1.5M10 5.5V17',
  help: 'M3 5.5h14v9H3zM6 8.5h.1M10 8.5h.1M14 8.5h.1M6.5 11.7h7',
  search: 'M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11zM12.5 12.5 17 17',
  key: 'M7 13a3.5 3.5 0 1 1 2.5-6l7 .5v2.5h-2v2h-2.5v-2H10A3.5 3.5 0 0 1 7 13z',
  shield: 'M10 3 4 5.5V10c0 3.5 2.3 5.8 6 7 3.7-1.2 6-3.5 6-7V5.5z',
  plus: 'M10 4v12M4 10h12',
  check: 'M4 10.5 8.2 15 16 5.5',
  cross: 'M5 5l10 10M15 5 5 15',
  clock: 'M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM10 6v4.2l2.8 1.8',
  warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3h.1',
  info: 'M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM10 9.5V13.5M10 6.6h.1',
  down: 'M5.5 8 10 12.5 14.5 8',
  right: 'M8 5.5 12.5 10 8 14.5',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  upload: 'M10 13V4M6 7.5l4-4 4 4M4 16.5h12',
  play: 'M6.5 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  sun: 'M10 13.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12z',
  globe:
    'M10 17a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM3 10h14M10 3c2.5 2 2.5 12 0 14M10 3c-2.5 2-2.5 12 0 14',
  exit: 'M8 3.5H4v13h4M12 6.5 15.5 10 12 13.5M15.5 10H8',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6.5 11.5h7',
  bolt: 'M11 2.5 4.5 11.5H9.5L8.5 17.5 15.5 8.5H10.5z',
  refresh: 'M16 6.5A7 7 0 1 0 17 10M16.5 3v4h-4',
  pen: 'M4 16l.8-3.5L13.5 3.8l2.7 2.7L7.5 15.2z',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11',
  list: 'M7 5.5h10M7 10h10M7 14.5h10M3.5 5.5h.1M3.5 10h.1M3.5 14.5h.1',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
