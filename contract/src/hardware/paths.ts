export const listHardware = { method: 'GET', path: 'Hardware' } as const;
export const getHardware = { method: 'GET', path: 'Hardware/:id' } as const;
export const getWeatherStationHardware = { method: 'GET', path: 'Hardware/WeatherStation/:id' } as const;
export const getSirenSettings = { method: 'GET', path: 'Hardware/OWS/:id' } as const;
export const changeSirenSettings = { method: 'PATCH', path: 'Hardware/OWS/Settings' } as const;
export const listHardwareDrivers = { method: 'GET', path: 'Hardware/Drivers' } as const;
export const getHardwareConnection = { method: 'GET', path: 'Hardware/Connection/:id' } as const;
export const addHardware = { method: 'POST', path: 'Hardware' } as const;
export const changeHardware = { method: 'PATCH', path: 'Hardware' } as const;
export const deleteHardware = { method: 'DELETE', path: 'Hardware/:id' } as const;
export const checkHardwareConnection = { method: 'POST', path: 'Hardware/CheckConnection' } as const;
export const listHardwareCommands = { method: 'GET', path: 'Hardware/Commands/:id' } as const;

export const listSirens = { method: 'GET', path: 'Siren' } as const;
export const testSirenDelay = { method: 'POST', path: 'Siren/Test/Delay' } as const;
export const testSirenAllClear = { method: 'POST', path: 'Siren/Test/AllClear' } as const;
export const testSirenLight = { method: 'POST', path: 'Siren/Test/Light' } as const;
export const stopSirenTests = { method: 'POST', path: 'Siren/TurnOff' } as const;
export const drillSirens = { method: 'POST', path: 'Siren/Drill' } as const;
export const getSounding = { method: 'GET', path: 'Siren/Sounding' } as const;
export const stopSound = { method: 'POST', path: 'Siren/StopSound' } as const;

export const listSirenSchedules = { method: 'GET', path: 'Siren/Schedule' } as const;
export const addSirenSchedule = { method: 'POST', path: 'Siren/Schedule' } as const;
export const changeSirenSchedule = { method: 'PATCH', path: 'Siren/Schedule' } as const;
export const deleteSirenSchedule = { method: 'DELETE', path: 'Siren/Schedule/:id' } as const;
export const getSirenCalendar = { method: 'GET', path: 'Siren/Calendar' } as const;

export const disableHardware = { method: 'POST', path: 'Support/Disable' } as const;
export const enableHardware = { method: 'POST', path: 'Support/Enable' } as const;
export const disableSiren = { method: 'POST', path: 'Support/Siren/Disable' } as const;
export const enableSiren = { method: 'POST', path: 'Support/Siren/Enable' } as const;

export const getRelays = { method: 'GET', path: 'RemoteRelay/:ipAddress' } as const;
export const setRelay = { method: 'POST', path: 'RemoteRelay/SetRelay/:ipAddress' } as const;
export const addRelay = { method: 'POST', path: 'RemoteRelay' } as const;
export const changeRelay = { method: 'PATCH', path: 'RemoteRelay' } as const;
export const deleteRelay = { method: 'DELETE', path: 'RemoteRelay/Relay/:id' } as const;

export const listPaUnits = { method: 'GET', path: 'PA' } as const;
export const sendPaMessage = { method: 'POST', path: 'PA/SendMessage' } as const;
export const listStoredMessages = { method: 'GET', path: 'PA/StoredMessages' } as const;
export const addStoredMessage = { method: 'POST', path: 'PA/StoredMessage' } as const;
export const changeStoredMessage = { method: 'PATCH', path: 'PA/StoredMessage' } as const;
export const deleteStoredMessage = { method: 'DELETE', path: 'PA/StoredMessage/:id' } as const;

export const getPublicSiren = { method: 'GET', path: 'public/:customerName/:sirenName/Widget' } as const;
export const followPublicSiren = {
  method: 'GET',
  path: 'public/:customerName/:sirenName/Widget/Events',
} as const;
