// The buttons of the map: no gesture without one.
'use client';
import type { Stage } from '#components/field/map/window/stage.ts';

interface MapControlsProps {
  readonly stage: Stage | null;
  readonly bottom: number;
  readonly isPicking: boolean;
  readonly onPicking: () => void;
  /** Null where there is none: on a small screen, or over a field that is seen whole. */
  readonly overview: { readonly isOn: boolean; readonly toggle: () => void } | null;
  /** Null when nothing was ever replaced: then there is nothing to show. */
  readonly ghosts: { readonly isOn: boolean; readonly toggle: () => void } | null;
}

export function MapControls({ stage, bottom, isPicking, onPicking, overview, ghosts }: MapControlsProps) {
  return (
    <div className="map-controls" role="toolbar" aria-label="Map" style={{ bottom: bottom + 12 }}>
      <Control name="Select several" keys="Shift drag, Space" isOn={isPicking} onPress={onPicking}>
        <path d="M3 5.5V3h2.5M10.5 3H13v2.5M13 10.5V13h-2.5M5.5 13H3v-2.5" strokeDasharray="2.6 1.6" />
        <circle cx="8" cy="8" r="1.8" />
      </Control>
      {ghosts !== null && (
        <Control name="Show replaced attempts" isOn={ghosts.isOn} onPress={ghosts.toggle}>
          <path d="M9.5 3C8 5.2 7 6.7 7 8.5a3 3 0 0 0 6 0C13 6.7 11.200 5.200 9.500 3ZM5 6C4 7.400 3.200 8.400 3.200 9.700c0 1 .7 1.900 1.600 2.200" />
        </Control>
      )}
      {overview !== null && (
        <Control name="Show the overview" isOn={overview.isOn} onPress={overview.toggle}>
          <path d="M2.5 3h11v10h-11zM10 3v10" />
          <path d="M11.800 8.500v2" />
        </Control>
      )}
      <Control name="Zoom in" keys="+" onPress={() => stage?.glideBy(1.35)}>
        <path d="M8 3.5v9M3.5 8h9" />
      </Control>
      <Control name="Zoom out" keys="−" onPress={() => stage?.glideBy(1 / 1.35)}>
        <path d="M3.5 8h9" />
      </Control>
      <Control name="Fit the field" keys="0, again: all of it" onPress={() => stage?.glideToFit()}>
        <path d="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />
      </Control>
      <Control name="Go to today" onPress={() => stage?.glideHome()}>
        <path d="M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10" />
      </Control>
    </div>
  );
}

interface ControlProps {
  readonly name: string;
  readonly keys?: string;
  /** For a button that stays pressed. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Control({ name, keys, isOn, onPress, children }: ControlProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={name}
      aria-pressed={isOn}
      title={keys === undefined ? name : `${name}  ${keys}`}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    </button>
  );
}
