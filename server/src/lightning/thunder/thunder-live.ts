import type { LightningIndex, ThunderReport } from '@allclear/domain';
import type { StoredThunderReport } from './thunder.store.ts';

/** Reports of thunder in the lightning index of this process. */
export interface ThunderLive {
  /** Adds reports, or takes them back; in any order, and as often as they are read. */
  applyReports(reports: readonly StoredThunderReport[]): void;
  /**
   * Calls the listener with the places at which thunder was reported, or a report was taken back, after the index
   * contains it, until the returned function is called.
   */
  onReports(listener: (placeIds: readonly string[]) => void): () => void;
}

export function createThunderLive(lightningIndex: LightningIndex): ThunderLive {
  const listeners: ((placeIds: readonly string[]) => void)[] = [];
  return {
    applyReports(reports) {
      for (const report of reports) {
        if (report.takenBackAt !== null) lightningIndex.takeReportBack(indexed(report));
        else if (!report.recordedOnly) lightningIndex.putReport(indexed(report));
      }
      const placeIds = [...new Set(reports.map(({ organizationLocationId }) => organizationLocationId))];
      if (placeIds.length > 0) for (const listener of listeners) listener(placeIds);
    },
    onReports(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

function indexed(report: StoredThunderReport): ThunderReport {
  const { id, organizationLocationId: placeId, firstThunderAt, thunderAt, distanceMiles } = report;
  return { id, placeId, firstThunderAt, thunderAt, distanceMiles };
}
