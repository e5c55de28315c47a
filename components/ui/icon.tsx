// The line icons of the interface: 16 units, drawn in the colour of the text, silent for screen readers.
const shapes = {
  send: 'M8 13V3.5M3.5 7.5 8 3l4.5 4.5',
  stop: 'M4.5 4.5h7v7h-7z',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  close: 'm4 4 8 8m0-8-8 8',
  bin: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  check: 'm3 8.5 3.2 3L13 4.5',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1-1a3.2 3.2 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3.2 3.2 0 0 1 3.5 8l1-1',
  left: 'm9.5 4-4 4 4 4',
  right: 'm6.5 4 4 4-4 4',
  down: 'm4 6.5 4 4 4-4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 13.5 13.5',
  map: 'M8 2.5C6 5 4.8 6.8 4.8 8.6a3.2 3.2 0 0 0 6.4 0C11.2 6.8 10 5 8 2.5ZM2.5 13.5h11',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13.3 9.7A5.6 5.6 0 0 1 6.3 2.7a5.6 5.6 0 1 0 7 7Z',
  screen: 'M2.5 3.5h11v7.5h-11zM6 13.5h4M8 11v2.5',
  help: 'M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.8h.01',
  dock: 'M2.5 3.5h11v9h-11zM9.5 3.5v9',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  edit: 'm3 13 .6-2.6 7-7 2 2-7 7L3 13Z',
  reply: 'M6 4 2.5 7.5 6 11M2.5 7.5H10a3.5 3.5 0 0 1 3.5 3.5v1.5',
  sliders: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3',
  alert: 'M8 5v3.5M8 11h.01M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  tail: 'M8 3v9.5M3.5 8.5 8 13l4.5-4.5',
  good: 'M5.5 7.5 8 2.5c1 0 1.7.7 1.6 1.7l-.4 2.3h3.3c.8 0 1.3.7 1.1 1.5l-1.1 4.2c-.2.8-.8 1.3-1.6 1.3H5.5M2.5 7.5h3v6h-3z',
  bad: 'M5.5 8.5 8 13.5c1 0 1.7-.7 1.6-1.7l-.4-2.3h3.3c.8 0 1.3-.7 1.1-1.5l-1.1-4.2c-.2-.8-.8-1.3-1.6-1.3H5.5M2.5 8.5h3v-6h-3z',
  trace: 'M2.5 4h5M5.5 8h6M9.5 12h4',
  attach: 'm12.8 7.3-5 5a2.7 2.7 0 0 1-3.8-3.8l5.2-5.2a1.8 1.8 0 0 1 2.6 2.6l-5 5a.9.9 0 0 1-1.3-1.3l4.3-4.3',
  save: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10',
  quote: 'M3.5 3.5v9M6.5 5h6.5M6.5 8h6.5M6.5 11h4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.3 1.5',
  bell: 'M8 2.5a3.7 3.7 0 0 0-3.7 3.7c0 3-1.3 4.3-1.3 4.3h10s-1.3-1.3-1.3-4.3A3.7 3.7 0 0 0 8 2.5ZM6.8 13a1.3 1.3 0 0 0 2.4 0',
  talks: 'M2.5 3.5h8v5.5H6L3.5 11V9h-1zM12.5 6h1v6h-1v2L10 12H7',
  pin: 'M6 2.5h4l-.6 4L12 9H4l2.600-2.500zM8 9v4.5',
  shelf: 'M2.500 3.500h11v3h-11zM3.500 6.500v6h9v-6M6.500 9h3',
  command:
    'M5.5 5.5h5v5h-5zM5.5 5.5V4A1.5 1.5 0 1 0 4 5.5zM10.5 5.5V4A1.5 1.5 0 1 1 12 5.5zM5.5 10.5V12A1.5 1.5 0 1 1 4 10.5zM10.5 10.5V12a1.5 1.5 0 1 0 1.5-1.5z',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
