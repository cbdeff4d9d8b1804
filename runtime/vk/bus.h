// runtime/vk/bus.h: the bus between host memory and graphics cards.
#ifndef RT_BUS_H
#define RT_BUS_H

// Bytes a second that go one way to the graphics card with the fastest PCI
// link, as Linux tells it, without any driver being opened; 0: unknown. Looked
// up once.
double rt_bus_rate(void);

// The same from a folder like /sys/bus/pci/devices, looked up each time.
double rt_bus_rate_in(const char *folder);

#endif
