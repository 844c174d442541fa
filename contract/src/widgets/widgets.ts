import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { publicWidget } from './public-widget.ts';

/** What a widget is made of (spec 3 section 3). Numbers that mean none are −1, and 12 for a condition. */
const content = {
  name: z.string(),
  orgLocId: z.string().nullable(),
  /** 0 dark, 1 light. */
  theme: z.number().int(),
  /** 0 default, 1 image, 2 radar. */
  type: z.number().int(),
  primaryCondition: z.number().int(),
  /** Up to 4 secondary conditions; 12 does not count. */
  widgetConditions: z.array(z.number().int()),
  widgetForecasts: z.array(
    z.object({ forecastType: z.union([z.literal(0), z.literal(1)]), conditionType: z.number().int() }),
  ),
  weatherStationId: z.string().nullable(),
  /** Old policy model: the group whose policies are shown; -1 is none. */
  policyGroupId: z.union([z.string(), z.number()]),
  /** Ids of policies whose warnings are shown in red. */
  policies: z.array(z.string()),
  headerMessage: z.string(),
  /** UTC; null does not expire. */
  headerMessageExpiration: z.string().nullable(),
  /** CSS px, at least 300. */
  width: z.number().int(),
  /** Sites that may embed it, as origins; empty allows all. */
  allowedSites: z.array(z.string()),
};

export const widget = z.object({
  id: z.string(),
  /** Of its public address; *Replace address* gives a new one. */
  publicId: z.string(),
  /** Where it is shown: the host of widgets with `?id=`. */
  address: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  ...content,
  /** From the chosen policy of the primary condition; null without one. */
  primaryThreshold: z.number().nullable(),
  creatorId: z.string().nullable(),
  /** 0 below 400 px, 1 below 800, else 2. */
  size: z.number().int(),
  /** Miles, from the chosen LR1 policy; null while that is gone. */
  lightningRadius: z.number().nullable(),
  lightningAllClearMinutes: z.number().nullable(),
  /** What is gone since it was saved, for people. */
  problems: z.array(z.string()),
  revision: z.number().int(),
});
export type Widget = z.infer<typeof widget>;

/** What the form sends; the server checks it with the texts of spec 3 section 5 under the field's name. */
export const widgetForm = z.object({
  ...content,
  orgLocId: content.orgLocId.default(null),
  theme: content.theme.default(0),
  type: content.type.default(0),
  primaryCondition: content.primaryCondition.default(0),
  widgetConditions: content.widgetConditions.default([]),
  widgetForecasts: content.widgetForecasts.default([]),
  weatherStationId: content.weatherStationId.default(null),
  policyGroupId: content.policyGroupId.default(-1),
  policies: content.policies.default([]),
  headerMessage: content.headerMessage.default(''),
  headerMessageExpiration: content.headerMessageExpiration.default(null),
  width: content.width.default(800),
  allowedSites: content.allowedSites.default([]),
});
export type WidgetForm = z.infer<typeof widgetForm>;

/** What can be chosen in the builder for an organization. */
export const widgetChoice = z.object({
  locations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      timeZone: z.string(),
      usesNewPolicy: z.boolean(),
      /** The groups that it belongs to; none means all. */
      groupIds: z.array(z.string()),
      /** Policies that apply at this place. */
      policyIds: z.array(z.string()),
      weatherStationId: z.string().nullable(),
      hasCamera: z.boolean(),
      hasAirQuality: z.boolean(),
    }),
  ),
  policies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      policyTypeShortName: z.string(),
      policyTypeName: z.string(),
      unit: z.string(),
      threshold: z.number().nullable(),
      allGroups: z.boolean(),
      sites: z.array(z.string()),
    }),
  ),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type WidgetChoice = z.infer<typeof widgetChoice>;

const needs = 'widget.access';
const idParams = z.object({ id: z.string() });
const customerParams = z.object({ customerId: z.string() });

export const listAllWidgets = defineRoute({
  ...paths.listAllWidgets,
  needs,
  summary: 'All widgets: of every organization for a full widget admin, of the own one for everybody else',
  data: z.array(widget),
  paged: true,
});

export const listWidgets = defineRoute({
  ...paths.listWidgets,
  needs,
  summary: 'The widgets of an organization: the own one, or any for a full widget admin',
  params: customerParams,
  data: z.array(widget),
  paged: true,
  failures: [404],
});

export const findWidgetOrganizations = defineRoute({
  ...paths.findWidgetOrganizations,
  needs,
  summary: 'At most three organizations whose name contains a text; only for a full widget admin',
  query: z.object({ name: z.string().max(200) }),
  data: z.array(z.object({ id: z.string(), name: z.string() })),
  failures: [403],
});

export const widgetChoices = defineRoute({
  ...paths.widgetChoices,
  needs,
  summary: 'The locations, policies and groups that widgets of an organization can show',
  params: customerParams,
  data: widgetChoice,
  failures: [404],
});

export const previewWidget = defineRoute({
  ...paths.previewWidget,
  needs,
  summary: 'What a widget would show before it is saved; incomplete forms are shown as far as they go',
  body: widgetForm.extend({ customerId: z.string() }),
  data: publicWidget,
  failures: [404],
});

export const getWidget = defineRoute({
  ...paths.getWidget,
  needs,
  summary: 'One widget',
  params: idParams,
  data: widget,
  failures: [404],
});

export const addWidget = defineRoute({
  ...paths.addWidget,
  needs,
  summary: 'Makes a widget; `customerId` is the own organization unless a full widget admin names another',
  body: widgetForm.extend({ customerId: z.string().optional() }),
  data: widget,
  failures: [400, 404],
});

export const changeWidget = defineRoute({
  ...paths.changeWidget,
  needs,
  summary: 'Changes a widget',
  params: idParams,
  body: widgetForm.extend({ revision: z.number().int().optional() }),
  data: widget,
  failures: [400, 404, 409],
});

export const replaceWidgetAddress = defineRoute({
  ...paths.replaceWidgetAddress,
  needs,
  summary: 'Gives a widget a new public address; the old one answers as one that never was',
  params: idParams,
  data: widget,
  failures: [404],
});

export const deleteWidget = defineRoute({
  ...paths.deleteWidget,
  needs,
  summary: 'Deletes a widget',
  params: idParams,
  data: z.object({ id: z.string() }),
  failures: [404],
});

export const mailWidgetGuide = defineRoute({
  ...paths.mailWidgetGuide,
  needs,
  summary: 'Mails how to embed a widget to somebody who looks after a website',
  body: z.object({
    recipient: z.string().max(320),
    widgetId: z.string(),
    /** The name that the mail gives as who asked for it; that of the account when it is empty. */
    sender: z.string().max(200).default(''),
  }),
  data: z.object({ recipient: z.string() }),
  failures: [400, 404],
});
