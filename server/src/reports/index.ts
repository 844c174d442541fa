import { notifications } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { openExports } from './exports/open-exports.ts';
import { openGeneratedReports } from './generated/open-generated.ts';
import { openSnapshots } from './snapshots/open-snapshots.ts';

/** What people take with them of the past: exports, condition snapshots, and reports that are made in the background. */
export const reports = defineSubject({
  name: 'reports',
  needs: { notifications },
  async open({ platform, needs }) {
    const exports = openExports(platform);
    const snapshots = openSnapshots(platform);
    const generated = openGeneratedReports(platform, { channels: needs.notifications.channels });
    return {
      ...{ api: undefined, ...generated },
      routes(app) {
        exports.routes(app);
        snapshots.routes(app);
        generated.routes(app);
      },
      loops: [...snapshots.loops, ...generated.loops],
      retention: [...snapshots.retention, ...generated.retention],
      close: () => exports.close(),
    };
  },
});
