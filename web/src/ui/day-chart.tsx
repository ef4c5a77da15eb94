import { scaleBand, scaleLinear } from 'd3-scale';
import { useState, type PointerEvent, type ReactNode } from 'react';
import styles from './day-chart.module.css';
import { nameOfDay } from './day-name.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 220;
const EDGE = { top: 8, right: 4, bottom: 22, left: 44 };
/** The least distance between the labels of days. */
const LABEL_PX = 90;

const isToday = (day: string) => day === new Date().toISOString().slice(0, 10);

type Look = 'critical' | 'high' | 'medium' | 'low' | 'good';

/** A part of a day's bar. */
export type BarPart<Day> = { name: string; look: Look; of: (day: Day) => number };

export type DayChartProps<Day extends { day: string }> = {
  /** In their order, each as `2026-01-31` in UTC. */
  days: readonly Day[];
  /** The parts of a bar from the bottom up: heights are easiest to compare at the bottom. */
  parts: readonly BarPart<Day>[];
  /** The least top of the scale. */
  top: number;
  numberText?: (value: number) => string;
  /** A day in words, with its name: for the pointer and for screen readers. */
  sentence: (day: Day) => string;
  /** The subject: `Open drift by day`. */
  label: string;
  /** A link over the bar under the pointer. */
  link?: (day: Day, props: { className: string | undefined; style: object }) => ReactNode;
};

/** A fill pattern for each look, for readers who cannot tell the colours apart. */
function Patterns({ looks }: { looks: readonly Look[] }) {
  return (
    <defs>
      {looks.map((look) => (
        <pattern key={look} id={`day-${look}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect className={styles[look]} width="6" height="6" />
          {look === 'high' && <path className={styles.mark} d="M0 6 6 0" />}
          {look === 'medium' && <circle className={styles.dot} cx="3" cy="3" r="1" />}
          {look === 'low' && <path className={styles.mark} d="M0 3h6" />}
        </pattern>
      ))}
    </defs>
  );
}

/** One stacked bar per day. A table beside it has the same content, and links for the keyboard. */
export function DayChart<Day extends { day: string }>(props: DayChartProps<Day>) {
  const { days, parts, top, numberText = (value) => value.toLocaleString('en'), sentence, label, link } = props;
  const [place, width] = useWidth();
  const [at, setAt] = useState<number>();
  const x = scaleBand<string>(
    days.map(({ day }) => day),
    [EDGE.left, width - EDGE.right],
  ).paddingInner(width < 560 ? 0.05 : 0.2);
  const most = Math.max(top, ...days.map((day) => parts.reduce((sum, { of }) => sum + of(day), 0)));
  const y = scaleLinear([0, most], [HEIGHT - EDGE.bottom, EDGE.top]).nice(4);
  const every = Math.max(1, Math.ceil((days.length * LABEL_PX) / (width - EDGE.left)));
  const last = days.length - 1;
  const shown = days[at ?? last];
  const point = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const step = x.step();
    setAt(Math.min(last, Math.max(0, Math.floor((event.clientX - left - EDGE.left) / step))));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {parts.map(({ name, look }) => (
          <span key={name}>
            <svg width="12" height="12" aria-hidden="true" focusable="false">
              <rect width="12" height="12" rx="2" fill={`url(#day-${look})`} />
            </svg>{' '}
            {name}
          </span>
        ))}
        <span className={styles.day}>{shown === undefined ? '' : sentence(shown)}</span>
      </figcaption>
      <div
        ref={place}
        className={styles.drawn}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${label}: first ${days[0] ? sentence(days[0]) : ''}; last ${
            days[last] ? sentence(days[last]) : ''
          }. All days are in the table below.`}
        >
          <Patterns looks={parts.map(({ look }) => look)} />
          {y.ticks(4).map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line className={styles.grid} x1={EDGE.left} x2={width - EDGE.right} />
              <text className={styles.tick} x={EDGE.left - 6} dy="0.32em" textAnchor="end">
                {numberText(tick)}
              </text>
            </g>
          ))}
          {days.map((day, index) => (
            <g key={day.day} opacity={at === undefined || at === index ? 1 : 0.55}>
              <Bar day={day} parts={parts} x={x(day.day) ?? 0} width={x.bandwidth()} y={y} />
              {(last - index) % every === 0 && (
                <text
                  className={styles.tick}
                  x={(x(day.day) ?? 0) + x.bandwidth() / 2}
                  y={HEIGHT - 5}
                  textAnchor={index === last ? 'end' : 'middle'}
                >
                  {isToday(day.day) ? 'today' : nameOfDay(day.day)}
                </text>
              )}
            </g>
          ))}
        </svg>
        {at !== undefined &&
          shown &&
          link?.(shown, {
            className: styles.pointed,
            style: { left: x(shown.day), width: x.step(), height: HEIGHT },
          })}
      </div>
    </figure>
  );
}

type BarProps<Day> = {
  day: Day;
  parts: readonly BarPart<Day>[];
  x: number;
  width: number;
  y: (value: number) => number;
};

function Bar<Day>({ day, parts, x, width, y }: BarProps<Day>) {
  let below = 0;
  return parts.map(({ name, look, of }) => {
    const value = of(day);
    const from = below;
    below += value;
    return value === 0 ? null : (
      <rect key={name} x={x} width={width} y={y(below)} height={y(from) - y(below)} fill={`url(#day-${look})`} />
    );
  });
}
