import { lazy, Suspense, type ReactNode } from 'react';
import type { DayChart, DayChartProps } from './day-chart.tsx';
import { Loading } from './notes.tsx';
import { Section } from './page.tsx';
import { Table, type TableProps } from './table.tsx';

// `lazy` forgets that the component is generic.
const Chart = lazy(() => import('./day-chart.tsx').then((part) => ({ default: part.DayChart }))) as typeof DayChart;

/** The height of the chart, so that the page does not jump when it loads. */
const HEIGHT = '16.5rem';

type Props<Day extends { day: string }> = {
  title: string;
  about?: ReactNode;
  chart: DayChartProps<Day>;
  table: TableProps<Day>;
};

/** Numbers by day, as a chart and as a table, which screen readers and keyboards can use. */
export function Days<Day extends { day: string }>({ title, about, chart, table }: Props<Day>) {
  return (
    <Section title={title} about={about}>
      <div style={{ minHeight: HEIGHT }}>
        <Suspense fallback={<Loading what="the chart" height={HEIGHT} />}>
          <Chart {...chart} />
        </Suspense>
      </div>
      <details>
        <summary>Table</summary>
        <Table {...table} />
      </details>
    </Section>
  );
}
