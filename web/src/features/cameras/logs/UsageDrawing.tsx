import { PolarAngleAxis, RadialBar, RadialBarChart } from 'recharts';
import { minutesOf } from '../camera-words.ts';
import type { UsagePart } from './usage-parts.ts';

/** The rings alone: their list says the numbers. It has no animation, so reduced motion needs no special case. */
export default function UsageDrawing({ parts, sizePx }: { parts: readonly UsagePart[]; sizePx: number }) {
  const rings = parts.map(({ seconds, color }) => ({ minutes: minutesOf(seconds), fill: color })).reverse();
  const longest = Math.max(0.1, ...rings.map(({ minutes }) => minutes));
  return (
    <RadialBarChart
      width={sizePx}
      height={sizePx}
      innerRadius="30%"
      outerRadius="100%"
      startAngle={90}
      endAngle={-270}
      barSize={12}
      data={rings}
      accessibilityLayer={false}
    >
      {/* The longest ring is three quarters of a turn, so that its ends are seen. */}
      <PolarAngleAxis type="number" domain={[0, longest / 0.75]} tick={false} axisLine={false} />
      <RadialBar
        dataKey="minutes"
        background={{ fill: 'var(--track)' }}
        cornerRadius={6}
        isAnimationActive={false}
      />
    </RadialBarChart>
  );
}
