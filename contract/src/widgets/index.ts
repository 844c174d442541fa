export * from './public-widget.ts';
export * from './widgets.ts';
