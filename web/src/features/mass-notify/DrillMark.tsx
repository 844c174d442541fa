import classes from './MassNotify.module.css';

/** Marks a message that is a drill. */
export const DrillMark = () => <span className={classes.drill}>Drill</span>;
