import { scaleBand, scaleLinear } from 'd3-scale';
import { Link } from '@tanstack/react-router';
import { useState, type PointerEvent } from 'react';
import { SEVERITIES, totalOf } from '../../api/severities.ts';
import styles from './overview.module.css';
import { useWidth } from '../../ui/use-width.ts';
import type { Day } from './queries.ts';

const HEIGHT = 220;
const EDGE = { top: 8, right: 4, bottom: 22, left: 36 };
/** The least distance between the labels of days. */
const LABEL_PX = 90;

/** The worst severity is at the bottom of a bar, where heights are easiest to compare. */
const STACK = SEVERITIES;

const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (day: string) => dayName.format(new Date(`${day}T00:00:00Z`));

const sentence = (day: Day) =>
  `${nameOf(day.day)}: ${
    totalOf(day.severities) === 0
      ? 'no open incidents'
      : STACK.filter((one) => day.severities[one] > 0)
          .map((one) => `${day.severities[one].toLocaleString('en')} ${one}`)
          .join(', ')
  }`;

/** A fill pattern for each severity, for readers who cannot tell the colours apart. */
function Patterns() {
  return (
    <defs>
      {STACK.map((severity) => (
        <pattern key={severity} id={`drift-${severity}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect className={styles[`bar-${severity}`]} width="6" height="6" />
          {severity === 'high' && <path className={styles.mark} d="M0 6 6 0" />}
          {severity === 'medium' && <circle className={styles.dot} cx="3" cy="3" r="1" />}
          {severity === 'low' && <path className={styles.mark} d="M0 3h6" />}
        </pattern>
      ))}
    </defs>
  );
}

/** One stacked bar per day, with a segment for each severity. */
export function DriftChart({ days }: { days: readonly Day[] }) {
  const [place, width] = useWidth();
  const [at, setAt] = useState<number>();
  const x = scaleBand<string>(
    days.map(({ day }) => day),
    [EDGE.left, width - EDGE.right],
  ).paddingInner(width < 560 ? 0.05 : 0.2);
  const most = Math.max(4, ...days.map(({ severities }) => totalOf(severities)));
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
        {STACK.map((severity) => (
          <span key={severity}>
            <svg width="12" height="12" aria-hidden="true" focusable="false">
              <rect width="12" height="12" rx="2" fill={`url(#drift-${severity})`} />
            </svg>{' '}
            {severity}
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
          aria-label={`Open drift by day: first ${days[0] ? sentence(days[0]) : ''}; today, ${
            days[last] ? sentence(days[last]) : ''
          }. All days are in the table below.`}
        >
          <Patterns />
          {y.ticks(4).map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line className={styles.grid} x1={EDGE.left} x2={width - EDGE.right} />
              <text className={styles.tick} x={EDGE.left - 6} dy="0.32em" textAnchor="end">
                {tick.toLocaleString('en')}
              </text>
            </g>
          ))}
          {days.map((day, index) => (
            <g key={day.day} opacity={at === undefined || at === index ? 1 : 0.55}>
              <Bar day={day} x={x(day.day) ?? 0} width={x.bandwidth()} y={y} />
              {(last - index) % every === 0 && (
                <text
                  className={styles.tick}
                  x={(x(day.day) ?? 0) + x.bandwidth() / 2}
                  y={HEIGHT - 5}
                  textAnchor={index === last ? 'end' : 'middle'}
                >
                  {index === last ? 'today' : nameOf(day.day)}
                </text>
              )}
            </g>
          ))}
        </svg>
        {/* Keyboard users have the same links in the table below. */}
        {at !== undefined && shown && (
          <Link
            className={styles.pointed}
            style={{ left: x(shown.day), width: x.step(), height: HEIGHT }}
            to="/o/$org/incidents"
            from="/o/$org"
            search={{ status: 'all', since: shown.day }}
            tabIndex={-1}
            aria-hidden="true"
          />
        )}
      </div>
    </figure>
  );
}

function Bar({ day, x, width, y }: { day: Day; x: number; width: number; y: (count: number) => number }) {
  let below = 0;
  return STACK.map((severity) => {
    const count = day.severities[severity];
    const from = below;
    below += count;
    return count === 0 ? null : (
      <rect
        key={severity}
        x={x}
        width={width}
        y={y(below)}
        height={y(from) - y(below)}
        fill={`url(#drift-${severity})`}
      />
    );
  });
}
