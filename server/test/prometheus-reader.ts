/**
 * A strict reader of Prometheus' text format 0.0.4, written from its description alone. Throws for every line that
 * the format does not allow.
 */
export interface Metric {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

const number = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?Inf|NaN)$/;

export function readMetrics(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end with a line feed');
  const found = new Map<
    string,
    { help: string | null; type: string | null; samples: { labels: Record<string, string>; value: number }[] }
  >();
  const of = (name: string) => {
    const metric = found.get(name) ?? { help: null, type: null, samples: [] };
    found.set(name, metric);
    return metric;
  };
  let last = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      const metric = of(name);
      if (kind === 'HELP' && metric.help !== null) throw new Error(`Two HELP lines of ${name}`);
      if (kind === 'HELP') metric.help = unescaped(rest, 'n\\');
      else if (metric.type !== null || metric.samples.length > 0)
        throw new Error(`The TYPE of ${name} is not before its samples`);
      else if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`No type: ${rest}`);
      else metric.type = rest;
      last = name;
      continue;
    }
    const { name, labels, value } = sampleOf(line);
    // All lines of a metric are one group.
    if (name !== last) throw new Error(`${name} stands among the lines of ${last}`);
    const metric = of(name);
    const key = JSON.stringify(Object.entries(labels).sort());
    if (metric.samples.some((one) => JSON.stringify(Object.entries(one.labels).sort()) === key))
      throw new Error(`${line} comes twice`);
    metric.samples.push({ labels, value });
  }
  return new Map(
    [...found].map(([name, { help, type, samples }]) => {
      if (help === null || type === null) throw new Error(`${name} has no HELP or no TYPE`);
      return [name, { help, type, samples }];
    }),
  );
}

function sampleOf(line: string) {
  const begin = /^([a-zA-Z_:][a-zA-Z0-9_:]*)/.exec(line)?.[1];
  if (begin === undefined) throw new Error(`No sample: ${line}`);
  let rest = line.slice(begin.length);
  const labels: Record<string, string> = {};
  if (rest.startsWith('{')) {
    rest = rest.slice(1);
    while (!rest.startsWith('}')) {
      const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|(?=\}))/.exec(rest);
      if (!label) throw new Error(`No label: ${line}`);
      const [whole, name = '', text = ''] = label;
      if (Object.hasOwn(labels, name)) throw new Error(`${name} comes twice: ${line}`);
      labels[name] = unescaped(text, 'n\\"');
      rest = rest.slice(whole.length);
    }
    rest = rest.slice(1);
  }
  const value = /^ +(\S+)$/.exec(rest)?.[1] ?? '';
  if (!number.test(value)) throw new Error(`No value: ${line}`);
  return { name: begin, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function unescaped(text: string, known: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => {
    if (!known.includes(letter)) throw new Error(`\\${letter} is no escape`);
    return letter === 'n' ? '\n' : letter;
  });
}
