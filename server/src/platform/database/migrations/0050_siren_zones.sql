-- The lightning zones that sirens watch at places of an organization: they hold a place as the zones of people do.
create view siren_zones as
select organization_id, organization_location_id, radius_miles, all_clear_minutes
from hardware_units
where enabled and model in ('OWS', 'OWX') and organization_location_id is not null;
