import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { publicShow } from './public-show.ts';
import {
  maxScenes,
  maxShowLinkDays,
  maxShowPlaces,
  sceneMiles,
  sceneSeconds,
  showLayouts,
  showTexts,
} from './show-limits.ts';

export * from './show-limits.ts';

const seconds = z.number().int().min(sceneSeconds.least).max(sceneSeconds.most);
/** An organization location of the show. */
const placeId = z.string();

/** What a show shows one after another, each for some seconds. */
export const scene = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('map'),
    seconds,
    latitude: z.number().min(-85).max(85),
    longitude: z.number().min(-180).max(180),
    miles: z.number().min(sceneMiles.least).max(sceneMiles.most),
  }),
  z.object({ kind: z.literal('lightning'), seconds, placeId }),
  z.object({ kind: z.literal('conditions'), seconds, placeId }),
  z.object({ kind: z.literal('forecast'), seconds, placeId }),
  z.object({ kind: z.literal('warnings'), seconds }),
  /** Stills of a live camera of the organization. */
  z.object({ kind: z.literal('camera'), seconds, cameraId: z.string() }),
  z.object({
    kind: z.literal('message'),
    seconds,
    title: z.string().trim().max(showTexts.title),
    text: z.string().trim().min(1).max(showTexts.text),
  }),
]);
export type Scene = z.infer<typeof scene>;

export const showForm = z.object({
  name: z.string().trim().min(1).max(showTexts.name),
  layout: z.enum(showLayouts),
  /** Organization locations: a delay at one of them takes the screen. */
  placeIds: z.array(placeId).min(1).max(maxShowPlaces),
  scenes: z.array(scene).min(1).max(maxScenes),
  /** A line that moves along the bottom; empty for none. */
  ticker: z.string().trim().max(showTexts.ticker),
  showsClock: z.boolean(),
});
export type ShowForm = z.infer<typeof showForm>;

/** Scenes, screens and links of a show, made by Admins. */
export const show = showForm.extend({
  id: z.string(),
  revision: z.number().int(),
  changedUtc: z.string(),
  /** Links that still open it. */
  links: z.number().int(),
  /** What is gone since it was saved, for people. */
  problems: z.array(z.string()),
});
export type Show = z.infer<typeof show>;

/** Opens a show without a sign-in. Its token is shown once. */
export const showLink = z.object({
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdUtc: z.string(),
  expiresUtc: z.string(),
  expired: z.boolean(),
  lastUsedUtc: z.string().nullable(),
});
export type ShowLink = z.infer<typeof showLink>;

const needs = 'shows:write';
const idParams = z.object({ id: z.string() });

export const listShows = defineRoute({
  ...paths.listShows,
  needs,
  summary: 'The shows of the organization, by name',
  data: z.array(show),
  paged: true,
});

export const showChoices = defineRoute({
  ...paths.showChoices,
  needs,
  summary: 'The places that shows can be about, and the live cameras for whoever may watch them',
  data: z.object({
    places: z.array(
      z.object({ id: z.string(), name: z.string(), latitude: z.number(), longitude: z.number() }),
    ),
    cameras: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const previewShow = defineRoute({
  ...paths.previewShow,
  needs,
  summary: 'What a show would show before it is saved',
  body: showForm,
  data: publicShow,
  failures: [400, 404],
});

export const getShow = defineRoute({
  ...paths.getShow,
  needs,
  summary: 'One show',
  params: idParams,
  data: show,
  failures: [404],
});

export const addShow = defineRoute({
  ...paths.addShow,
  needs,
  summary: 'Makes a show',
  body: showForm,
  data: show,
  failures: [400, 404, 409],
});

export const changeShow = defineRoute({
  ...paths.changeShow,
  needs,
  summary: 'Changes a show; open screens follow within two seconds',
  params: idParams,
  body: showForm.extend({ revision: z.number().int().optional() }),
  data: show,
  failures: [400, 404, 409],
});

export const deleteShow = defineRoute({
  ...paths.deleteShow,
  needs,
  summary: 'Deletes a show; its screens end within two seconds',
  params: idParams,
  data: z.object({ id: z.string() }),
  failures: [404],
});

export const listShowLinks = defineRoute({
  ...paths.listShowLinks,
  needs,
  summary: 'The links of a show, newest first, without those that were revoked',
  params: idParams,
  data: z.array(showLink),
  paged: true,
  failures: [404],
});

export const addShowLink = defineRoute({
  ...paths.addShowLink,
  needs,
  refusesImpersonation: true,
  summary: 'Makes a link that opens a show; its token is shown only now',
  params: idParams,
  body: z.object({
    name: z.string().trim().min(1).max(showTexts.linkName),
    days: z.number().int().min(1).max(maxShowLinkDays),
  }),
  data: showLink.extend({ token: z.string() }),
  failures: [400, 404, 409],
});

export const deleteShowLink = defineRoute({
  ...paths.deleteShowLink,
  needs,
  refusesImpersonation: true,
  summary: 'Revokes a link: its streaming screens end within two seconds, polling ones at their next request',
  params: z.object({ id: z.string(), linkId: z.string() }),
  data: z.object({ id: z.string() }),
  failures: [404],
});
